import { expect, test } from "vitest";
import { GAME_CODES } from "../words/games";
import { glossaryOf } from "./glossary";
import { differencesOf, rulesOf } from "./rules";
import { atHome, hasScores } from "./rules/home";
import { tipsFor } from "./rules/tips";

const BASE = [
  ...["Q-COMP-1", "Q-COMP-2", "Q-START-1", "Q-START-2", "Q-START-3", "Q-START-5"],
  ...["Q-TURN-1", "Q-TURN-2", "Q-TURN-3", "Q-TURN-4", "Q-TURN-5", "Q-TURN-6"],
  ...["Q-PLACE-1", "Q-PLACE-2", "Q-PLACE-3", "Q-PLACE-4", "Q-PLACE-5", "Q-PLACE-6", "Q-PLACE-7"],
  ...["Q-SCORE-1", "Q-SCORE-2", "Q-SCORE-3", "Q-SCORE-4", "Q-END-1", "Q-END-2", "Q-END-3"],
  ...["A1", "A2", "A3", "A8", "A17", "A26", "A27"],
];
/** The rules by which the largest set must be played first. */
const OPENING = ["Q-START-4", "A4", "A7"];
const PILE = ["Q-COMP-3", "A9"];
const SELECT = [
  ...["S-STAR-1", "S-STAR-2", "S-TAKE-1", "S-TAKE-2", "S-TAKE-3"],
  ...["S-BOARD-1", "A12", "A14", "A20", "A22", "A23", "A24"],
];
const CONNECT = ["K-BOARD-1", "K-START-1", "K-BONUS-1", "A6", "A18"];

/** The rules of RULES.md that concern players, game by game. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  classic: [...BASE, ...OPENING],
  "colour-blind": [...BASE, ...OPENING, "Q-COMP-4"],
  schmidt: [...BASE, ...OPENING, ...PILE],
  mini: [
    ...[...BASE, ...OPENING, ...PILE],
    ...["M-SETUP-1", "M-DRAW-1", "M-USE-1", "M-USE-2", "M-DRAW3-1", "M-TAKE-1", "M-END-1"],
    ...["M-VAR-1", "M-VAR-2", "A10", "A11", "A12", "A13", "A14", "A19", "A20", "A25"],
  ],
  select: [...BASE, ...OPENING, ...SELECT, "S-START-1", "A5"],
  connect: [...BASE, ...CONNECT],
  combined: [...BASE, ...SELECT, ...CONNECT, "X-BOARD-1", "X-START-1", "X-BONUS-1", "A21"],
  cards: [
    ...["C-SETUP-1", "C-START-1", "C-SET-1", "C-TURN-1", "C-TURN-2", "C-QW-1", "C-DRAW-1"],
    ...["C-END-1", "C-WIN-1", "Q-COMP-2", "Q-START-5", "A15", "A16", "A27"],
  ],
};

const paragraphs = (game: string) => rulesOf(game).flatMap(({ words }) => words);
const textOf = (game: string) =>
  paragraphs(game)
    .map(({ text }) => text())
    .join(" ");

test.each(GAME_CODES)("the rules page of %s tells every rule of the game", (game) => {
  const explained = new Set(paragraphs(game).flatMap(({ rules }) => rules));
  const needed = NEEDED[game] ?? [];
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.filter((rule) => !explained.has(rule))).toEqual([]);
});

test.each(GAME_CODES)("the rules page of %s begins with the goal", (game) => {
  expect(rulesOf(game)[0]?.title()).toBe("The goal");
  expect(tipsFor(game).length).toBeGreaterThan(2);
});

test.each(GAME_CODES)("nothing is said twice on the page of %s", (game) => {
  const said = paragraphs(game).map(({ text }) => text());
  expect(new Set(said).size).toBe(said.length);
});

test("a game with piles never speaks of a bag", () => {
  for (const game of ["schmidt", "mini"]) {
    const words = [
      ...tipsFor(game),
      ...glossaryOf(game).flatMap(({ word, means }) => [word, means]),
    ];
    expect(`${textOf(game)} ${words.map((word) => word()).join(" ")}`).not.toMatch(/\bbag\b/i);
    expect(textOf(game)).toMatch(/\bpiles\b/);
  }
  expect(textOf("classic")).not.toMatch(/\bpiles\b/);
});

test("who begins in a tie is decided by lot, and says so", () => {
  for (const game of GAME_CODES) expect(textOf(game)).toMatch(/decided by lot/);
});

test.each(GAME_CODES.filter((game) => game !== "cards"))(
  "the page of %s explains lines, turns and points before anything special",
  (game) => {
    const titles = rulesOf(game).map(({ title }) => title());
    const usual = ["The goal", "Lines", "Starting the game", "On your turn", "Points"];
    expect(titles.slice(0, 5)).toEqual(usual);
    expect(titles.at(-1)).toBe("End of the game");
  },
);

test("people who know the classic game can read only what differs", () => {
  expect(differencesOf("classic")).toEqual([]);
  expect(differencesOf("cards")).toEqual([]);
  const classic = textOf("classic");
  for (const game of ["schmidt", "mini", "select", "connect", "combined", "colour-blind"]) {
    const texts = differencesOf(game).flatMap(({ words }) => words.map(({ text }) => text()));
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(classic).not.toContain(text);
    // Nothing is lost: what is left out is in the classic rules, word for word.
    for (const { text } of paragraphs(game))
      expect(texts.includes(text()) || classic.includes(text())).toBe(true);
  }
});

test.each(GAME_CODES)("the page of %s says how to set it up at home", (game) => {
  const rules = atHome(game).flatMap(({ rules }) => rules);
  const needed = (NEEDED[game] ?? []).filter((id) => /^[SKXM]-(BOARD|SETUP)-1$/.test(id));
  const own = game === "combined" ? ["X-BOARD-1"] : needed;
  expect(own.filter((id) => !rules.includes(id))).toEqual([]);
  expect(hasScores(game)).toBe(game !== "cards");
});
