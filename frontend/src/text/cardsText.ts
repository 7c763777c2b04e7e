/** Playing the card game by typing: cards are moved between sets, and the turn is played at the end. */

import type { CardsGame } from "../api/types";
import { CardsTurn, type Fallback } from "../game/cards/cardsTurn.svelte";
import { type Card, pilesOf, type Sets, type Target } from "../game/cards/piles";
import { movesOf, setWords as setWordsOf } from "../game/cards/setPlaces";
import type { TableState } from "../live/tableState.svelte";
import { codeOf } from "../tiles/tileCodes";
import { tileName } from "../tiles/tileNames";
import { hintText } from "../words/hints";
import { demandText, spokenObjection } from "../words/reasons";
import { n, t } from "../words/translate.svelte";
import { type CardMove, readMove, readSets } from "./cardNotation";
import { cardScores, handWords, named, setWords } from "./descriptions";
import { Unreadable } from "./notation";
import { foundWords, legendWords, tilesNamed } from "./questions";
import type { TextGame, TextPlayer } from "./textGame";
import { confirmWords, lookAgainWords, nothingWords } from "./tilesText";
import { commandName, wordOf } from "./vocabulary";

class CardsPlayer implements TextPlayer {
  readonly cards: CardsTurn;

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {
    this.cards = new CardsTurn(table, seat);
  }

  follow(): void {
    this.cards.follow();
  }

  async turn(text: string): Promise<readonly string[]> {
    const [first = "", ...others] = text.trim().split(/\s+/);
    switch (wordOf(first)) {
      case "exchange":
        return this.#fallBack("exchange");
      case "pass":
        return this.#fallBack("pass");
      case "arrange":
        return this.#arrange(others.join(" "));
    }
    if (text.includes("/")) this.cards.draft.lay(readSets(text));
    else await this.#move(readMove(text));
    return this.#described();
  }

  async #fallBack(fallback: Fallback): Promise<readonly string[]> {
    const preview = await this.table.preview({ [fallback]: true }, this.seat);
    if (!preview.legal) return preview.objections.map(spokenObjection);
    await this.table.do({ do: "play", turn: { [fallback]: true }, seat: this.seat });
    return [];
  }

  async #arrange(text: string): Promise<readonly string[]> {
    const { draft } = this.cards;
    const asked = tilesNamed(text);
    const cards = asked.length > 0 ? asked : draft.played.map(({ card }) => card);
    if (cards.length === 0)
      return [
        t("Say which cards, for example: {example}", {
          example: `${commandName("arrange")} ${codeOf("Ro")} ${codeOf("Rs")}`,
        }),
      ];
    const found = await this.table.arrange(cards, this.seat);
    if (!found.possible)
      return [t("These cards can’t be played together. Try fewer, or different ones.")];
    draft.lay(found.after);
    return [...this.board(), ...(await this.#described())];
  }

  async #move(move: CardMove): Promise<void> {
    const { draft } = this.cards;
    const cards: Card[] = [];
    for (const code of move.cards) cards.push(this.#find(code, move, cards));
    const target = move.to === null ? await this.#home(cards) : this.#target(move.to);
    if (!draft.move(cards, target))
      throw new Unreadable(t("Cards on the table stay on the table."));
  }

  /** Find the card that is meant: one of the hand, if no set is named. */
  #find(code: string, { from, to }: CardMove, taken: readonly Card[]): Card {
    const { draft } = this.cards;
    const free = (card: Card) => card.card === code && !taken.includes(card);
    const onTable = draft.piles.flatMap(({ cards }, which) =>
      from === null || from === which + 1 ? cards : [],
    );
    const held = from === null && to !== "hand" ? draft.hand : [];
    const found = [...held, ...onTable].find(free);
    if (found !== undefined) return found;
    throw new Unreadable(t("There is no {card} to move.", { card: tileName(code) }));
  }

  #target(to: Target): Target {
    if (typeof to !== "number") return to;
    const pile = this.cards.draft.piles[to - 1];
    if (pile === undefined) throw new Unreadable(t("There is no set {n}.", { n: to }));
    return pile.id;
  }

  /** Return the target of cards if none was typed: the one set they fit, or a new one. */
  async #home(cards: readonly Card[]): Promise<Target> {
    await this.cards.ask();
    const homes = this.cards.verdict?.homes ?? {};
    const fitting = this.cards.draft.piles.filter((_, which) =>
      cards.every(({ card }) => homes[card]?.includes(which)),
    );
    if (cards.length > 2 || fitting.length === 0) return "new";
    if (fitting.length > 1)
      throw new Unreadable(
        t("They fit several sets. Say which one, for example: {example}", {
          example: `${codeOf(cards[0]?.card ?? "Ro")} 3`,
        }),
      );
    return fitting[0]?.id ?? "new";
  }

  /** Describe the draft. */
  async #described(): Promise<readonly string[]> {
    await this.cards.ask();
    const { verdict, draft } = this.cards;
    if (!draft.begun) return [t("All cards are back where they were.")];
    const played = draft.played.map(({ card }) => card);
    const words = played.length > 0 ? [t("You play {cards}.", { cards: named(played) })] : [];
    if (verdict?.legal) {
      const qwirkles = n("{n} Qwirkle!", "{n} Qwirkles!", verdict.qwirkles);
      return [...words, ...(verdict.qwirkles > 0 ? [qwirkles] : []), confirmWords()];
    }
    const broken = this.board().filter((_, which) => (verdict?.sets?.[which] ?? []).length > 0);
    const others = (verdict?.objections ?? []).filter(({ reason }) => !reason.startsWith("set-"));
    return [...words, ...broken, ...others.map(spokenObjection)];
  }

  async play(): Promise<readonly string[]> {
    await this.cards.ask();
    const { draft, verdict } = this.cards;
    if (!draft.begun) return [nothingWords()];
    if (!verdict?.legal) return this.#described();
    if (await this.cards.looks.stops(draft.turn)) return lookAgainWords(this.cards.looks);
    await this.table.do({ do: "play", turn: draft.turn, seat: this.seat });
    draft.clear();
    return [];
  }

  hand(): readonly string[] {
    return [
      handWords(
        this.cards.draft.hand.map(({ card }) => card),
        true,
      ),
    ];
  }

  board(): readonly string[] {
    return setWords(this.cards.draft.piles, this.cards.verdict?.sets ?? [], demandText);
  }

  async legal(): Promise<readonly string[]> {
    await this.cards.ask();
    const playable = this.cards.verdict?.playable ?? [];
    if (playable.length > 0) return [t("You can play: {cards}.", { cards: named(playable) })];
    return [
      t("You can’t play any of your cards. Type {exchange} for a new hand, or {pass}.", {
        exchange: commandName("exchange"),
        pass: commandName("pass"),
      }),
    ];
  }

  get asked(): boolean {
    return this.cards.asked;
  }

  async hint(): Promise<readonly string[]> {
    const { looks } = this.cards;
    if (this.asked) {
      const best = await looks.closer();
      if (Array.isArray(best?.after)) this.cards.draft.lay(best.after as string[][]);
      return [looks.heard, ...(best === null ? [] : await this.#described())];
    }
    const hint = await this.table.hint(this.seat);
    const before = this.cards.draft.piles;
    if (Array.isArray(hint.turn.after)) this.cards.draft.lay(hint.turn.after as string[][]);
    const moves = movesOf(before, this.cards.draft.piles);
    const detail = moves === "" ? [] : [t("In detail: {moves}.", { moves })];
    return [await hintText(hint), ...detail, ...(await this.#described())];
  }

  async undo(): Promise<readonly string[]> {
    this.cards.draft.undo();
    return this.#described();
  }

  async redo(): Promise<readonly string[]> {
    this.cards.draft.redo();
    return this.#described();
  }

  sort(): readonly string[] {
    this.cards.draft.sort();
    return this.hand();
  }

  clear(): readonly string[] {
    this.cards.draft.recall();
    return [t("All cards are back where they were.")];
  }

  help(): readonly string[] {
    const word = commandName;
    const [circle, square, other] = [codeOf("Ro"), codeOf("Rs"), codeOf("Rb")];
    const others = [
      "hand",
      "board",
      "legal",
      "hint",
      "score",
      "players",
      "time",
      "unseen",
    ] as const;
    const more = ["last", "again", "redo", "sort", "rules", "takeback", "resign", "leave"] as const;
    const commands = [...others.map(word), `${word("find")} ${circle}`, ...more.map(word)];
    return [
      t(
        "Write a card as two letters, colour then shape, or with its full name: {code} or {name}.",
        {
          code: circle,
          name: tileName("Ro"),
        },
      ),
      ...legendWords(),
      t("{one} adds a card to set 3. {two} starts a new set. {three} moves a card to set 4.", {
        one: `${circle} 3`,
        two: `${circle} ${square} ${other}`,
        three: `${codeOf("Bs")} 2>4`,
      }),
      t("{back} takes a card back. {arrange} finds places for these cards.", {
        back: `${circle} > ${word("hand")}`,
        arrange: `${word("arrange")} ${circle} ${square}`,
      }),
      t("{undo} takes back one step, {clear} takes back all of them.", {
        undo: word("undo"),
        clear: word("clear"),
      }),
      t("If you can’t play a card, {exchange} draws a new hand and {pass} passes.", {
        exchange: word("exchange"),
        pass: word("pass"),
      }),
      t("Other commands: {commands}.", { commands: commands.join(", ") }),
      t("Once every set is right, press Enter to play your turn."),
    ];
  }
}

function drawnSets(sets: Sets): readonly string[] {
  return sets.map((set, index) => `${index + 1}  ${set.map(codeOf).join(" ")}`);
}

export const cardsText: TextGame<CardsGame> = {
  baseGame: "cards",
  Player: CardsPlayer,
  scores: cardScores,
  board: ({ table }) => setWords(pilesOf(table), [], () => ""),
  seen: ({ table, players }) => [
    ...table.flat(),
    ...players.flatMap(({ qwirkles }) => qwirkles.flat()),
  ],
  find: ({ table }, card) =>
    foundWords(
      card,
      table.flatMap((set, which) => (set.includes(card) ? setWordsOf(which + 1, set) : [])),
    ),
  picture: ({ table }, player) =>
    drawnSets(player instanceof CardsPlayer ? player.cards.draft.sets : table),
};
