/**
 * Whole games by ear. Recorded games of every edition are narrated, and a listener who knows nothing but the
 * words rebuilds the table after every turn. The first turns are kept as plays to read aloud, in `radio`.
 *
 * The records are made by `pytest tests/golden/test_recorded_games.py --snapshot-update`; the plays, after a
 * wanted change of words, by `npx vitest run src/game/byEar.test.ts -u`. Read the difference aloud.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventView, Game } from "../api/types";
import { CardListener, type Listener, TileListener } from "../testing/listeners";
import { RECORDINGS, type Recording } from "../testing/recordings";
import { viewOf } from "../testing/views";
import { LANGUAGES, type Language } from "../words/languages.gen";
import { speak } from "../words/translate.svelte";
import { familyOf } from "./family";
import { actsOf, pointsIn } from "./shared/narrator";
import { situation, spoken } from "./shared/spoken";

/** The number of turns in a play. */
const KEPT = 12;

function listenerTo({ start }: Recording): Listener {
  return start.family === "cards" ? new CardListener() : new TileListener(start.board);
}

/** Return what lies on the table. */
function lying(game: Game): readonly string[] {
  if (game.family === "cards")
    return game.table.map((set, at) => `${at + 1} ${[...set].sort().join()}`);
  return game.board.map((placed) => placed.join()).sort();
}

/** Return the points for the tiles of a turn, or the number of its Qwirkles. */
function scored(event: EventView): number {
  return actsOf(event).reduce((sum, act) => {
    if (act.event === "tiles-placed") return sum + pointsIn(act);
    return act.event === "cards.qwirkles-taken" ? sum + act.sets.length : sum;
  }, 0);
}

/** Return the beginning of a game as it is heard, each turn in full and in short, and after coming back. */
function playOf({ turns }: Recording): string {
  const heard = turns.slice(0, KEPT);
  const { game } = heard.at(-1) ?? {};
  if (game === undefined) return "";
  const { narrator } = familyOf(game);
  const told = (brief: boolean) =>
    heard.map(({ event, game }) => spoken(event, narrator, game, brief).join(" "));
  const now = heard.at(-1)?.event.now ?? viewOf().now;
  const events = heard.map(({ event }) => event);
  const back = situation(viewOf({ game, now }), narrator, events).join("\n");
  return [...told(false), "", ...told(true), "", back, ""].join("\n");
}

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  beforeAll(() => speak(language));
  afterAll(() => speak("en"));

  test.each(RECORDINGS)("$name can be followed from the words alone", (recording) => {
    const { narrator } = familyOf(recording.start);
    const listener = listenerTo(recording);
    for (const { event, game } of recording.turns) {
      const words = spoken(event, narrator, game, false).join(" ");
      expect(listener.hear(words), words).toBe(scored(event));
      expect(listener.lying(), words).toEqual(lying(game));
    }
    expect(recording.turns.length).toBeGreaterThan(KEPT);
  });

  test.each(RECORDINGS)("the play of $name is the one that was read aloud", async (recording) => {
    await expect(playOf(recording)).toMatchFileSnapshot(`radio/${recording.name}.${language}.txt`);
  });
});

test("there is a recording of every game", () => {
  expect(RECORDINGS).toHaveLength(8);
});
