import { describe, expect, test } from "vitest";
import type { Act, Ended } from "../api/types";
import { cardNarrator } from "../game/cards/narrator";
import { tileNarrator } from "../game/placement/narrator";
import type { Moment } from "../replay/moments";
import { eventOf, nowOf, tilesGame } from "../testing/views";
import { type Course, comfort, gameFacts } from "./gameFacts";

const LINE = { cells: [], points: 12, tiles: [], qwirkle: true } as never;

/** Return the course of a game from the scores after each turn; a turn of 12 points or more has a Qwirkle. */
function courseOf(
  rows: readonly (readonly [seat: number, ...scores: number[]])[],
  more: Partial<Course> = {},
): Course {
  const [, ...first] = rows[0] ?? [0];
  let before = first.map(() => 0);
  const deal = {
    scores: before,
    points: 0,
    seat: null,
    event: eventOf({ event: "game-started" } as never),
  };
  const moments = rows.map(([seat, ...scores]) => {
    const points = (scores[seat] ?? 0) - (before[seat] ?? 0);
    const acts = [
      { event: "tiles-placed", seat, tiles: [], lines: points >= 12 ? [LINE] : [], points },
    ] as unknown as Act[];
    before = scores;
    return { seat, scores, points, event: eventOf({ event: "turn-played", seat, acts } as never) };
  });
  const last = rows.at(-1)?.slice(1) ?? [];
  const most = Math.max(...last);
  const ended: Ended = {
    how: "finished",
    at: 0,
    scores: last,
    places: last.map((score) => 1 + last.filter((other) => other > score).length),
    winners: last.flatMap((score, seat) => (score === most ? [seat] : [])),
  };
  return {
    moments: [deal, ...moments].map((moment) => ({
      ...moment,
      game: tilesGame(),
      marked: [],
      lines: [],
      held: null,
    })) as Moment[],
    now: nowOf({ phase: "ended", turn: null, ended }),
    ended,
    narrator: tileNarrator,
    me: 0,
    scoresQwirkles: false,
    bests: new Set(),
    ...more,
  };
}
const texts = (course: Course) => gameFacts(course).map(({ text }) => text);

describe("three facts", () => {
  test("the best turn can be shown, Qwirkles are counted by name, and the margin is there", () => {
    const course = courseOf([
      [0, 5, 0],
      [1, 5, 8],
      [0, 19, 8],
      [1, 19, 10],
    ]);
    expect(texts(course)).toEqual([
      "Best turn: Ann, 14 points",
      "Qwirkles: Ann 1",
      "Won by 9 points",
    ]);
    expect(gameFacts(course)[0]?.at).toBe(3);
  });

  test("a game that turned around says so, and never more than three things", () => {
    const course = courseOf([
      [1, 0, 20],
      [0, 6, 20],
      [1, 6, 24],
      [0, 26, 24],
    ]);
    expect(texts(course)).toEqual([
      "Best turn: Ben, 20 points",
      "Qwirkles: Ann 1, Ben 1",
      "Decided by the very last turn",
    ]);
    const calm = courseOf([
      [1, 0, 11],
      [1, 0, 20],
      [0, 9, 20],
      [0, 18, 20],
      [0, 22, 20],
      [1, 22, 21],
    ]);
    expect(texts(calm)).toEqual([
      "Best turn: Ben, 11 points",
      "You were 20 points behind and still won",
      "Won by 1 point",
    ]);
  });

  test("who led from start to finish, seen by the others", () => {
    const course = courseOf(
      [
        [0, 8, 0],
        [1, 8, 3],
        [0, 12, 3],
      ],
      { me: 1 },
    );
    expect(texts(course)).toEqual([
      "Best turn: Ann, 8 points",
      "Ann led from start to finish",
      "Won by 9 points",
    ]);
  });

  test("a game that was given up has no margin", () => {
    const course = courseOf([
      [0, 8, 0],
      [1, 8, 3],
    ]);
    const given = { ...course, ended: { ...course.ended, how: "resigned" as const, winners: [1] } };
    expect(texts(given)).toEqual(["Best turn: Ann, 8 points", "Over after 2 turns"]);
  });

  test("a tie is won by nobody's margin; a changing lead is counted", () => {
    const rows = [
      [0, 3, 0],
      [1, 3, 4],
      [0, 6, 4],
      [1, 6, 8],
      [0, 9, 8],
      [1, 9, 9],
    ] as const;
    expect(texts(courseOf(rows))).toEqual([
      "Best turn: Ben, 4 points",
      "The lead changed 4 times",
      "Over after 6 turns",
    ]);
  });

  test("records of the reader come first", () => {
    const course = courseOf(
      [
        [0, 8, 0],
        [1, 8, 3],
      ],
      { bests: new Set(["score", "turn"]) },
    );
    expect(texts(course).slice(0, 2)).toEqual([
      "New personal best: 8 points",
      "Your best turn ever: 8 points",
    ]);
  });

  test("in the card game the score itself counts Qwirkles", () => {
    const course = courseOf(
      [
        [0, 2, 0],
        [1, 2, 1],
      ],
      { narrator: cardNarrator, scoresQwirkles: true },
    );
    expect(texts(course)).toEqual([
      "Best turn: Ann, 2 Qwirkles",
      "Won by 1 Qwirkle",
      "Over after 2 turns",
    ]);
  });

  test("of a game in which nobody scored there is only its length", () => {
    expect(
      texts(
        courseOf([
          [0, 0, 0],
          [1, 0, 0],
        ]),
      ),
    ).toEqual(["Over after 2 turns"]);
  });
});

describe("a kind word for those who lost", () => {
  const lost = (rows: Parameters<typeof courseOf>[0], more: Partial<Course> = {}) =>
    comfort(courseOf(rows, { me: 1, ...more }));

  test("is true: close, the best turn, the most Qwirkles, the lead", () => {
    expect(
      lost([
        [0, 20, 0],
        [1, 20, 15],
      ]),
    ).toBe("So close: only 5 points short.");
    expect(
      lost([
        [0, 10, 0],
        [0, 20, 0],
        [1, 20, 11],
        [0, 32, 11],
      ]),
    ).toBe("New game, new chances.");
    expect(
      lost([
        [1, 0, 11],
        [0, 10, 11],
        [0, 20, 11],
      ]),
    ).toBe("The best turn of the game was yours.");
    expect(
      lost([
        [0, 30, 0],
        [0, 40, 0],
        [1, 40, 12],
        [1, 40, 24],
      ]),
    ).toBe("Nobody made more Qwirkles than you.");
    expect(
      lost([
        [1, 0, 9],
        [1, 0, 10],
        [0, 10, 10],
        [0, 20, 10],
      ]),
    ).toBe("You were in the lead for 2 turns.");
  });

  test("is there for those who gave up, too, and for nobody else", () => {
    const given = courseOf(
      [
        [0, 8, 0],
        [1, 8, 3],
      ],
      { me: 0 },
    );
    const ended = { ...given.ended, how: "resigned" as const, winners: [1] };
    expect(comfort({ ...given, ended })).toBe("New game, new chances.");
    expect(comfort({ ...given, ended, me: 1 })).toBe("");
    expect(comfort({ ...given, ended, me: null })).toBe("");
    expect(comfort({ ...given, ended: { ...ended, winners: [] } })).toBe("");
  });
});
