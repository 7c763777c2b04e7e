/** The luck of a finished game in one sentence, never more certain than its figures. */

import { get } from "../api/client";
import type { GameLuck, Now, ReviewReason } from "../api/types";
import type { Narrator } from "../game/shared/narrator";
import { nameAt } from "../live/seats";
import { decimal } from "../reviews/formats";
import { sentenceIn } from "../words/sentences";
import { t } from "../words/translate.svelte";
import { SUMMARIES } from "./sentences.gen";

const asked = new Map<string, Promise<GameLuck | null>>();

/** Ask for the luck of a game, once. The result is complete without it, so a failure gives null. */
export function luckOf(table: string): Promise<GameLuck | null> {
  const known = asked.get(table);
  if (known !== undefined) return known;
  const answer = get("/api/tables/{table}/luck", { path: { table } }).catch(() => {
    asked.delete(table);
    return null;
  });
  asked.set(table, answer);
  return answer;
}

/** Return who won, and what luck had to do with it, in one sentence; empty if nothing is certain. */
export function summaryText(
  summary: ReviewReason | null | undefined,
  now: Now,
  me: number | null,
): string {
  if (summary == null) return "";
  const { code, params, text } = summary;
  const seat = Number(params.seat);
  const rival = Number(params.rival_seat);
  const names = Number.isNaN(seat) ? {} : { name: nameAt(now, seat), rival: nameAt(now, rival) };
  // In a level game without luck nobody is named.
  const addressed =
    params.case !== undefined || me === null
      ? {}
      : seat === me
        ? { case: "you" }
        : rival === me
          ? { case: "rival" }
          : {};
  return sentenceIn(SUMMARIES, code, { ...params, ...names, ...addressed }) ?? text;
}

/** From this spread on, tenths of a point mean nothing. */
const COARSE = 10;

/** Return who would be ahead without luck, and how uncertain that is; empty if it is not known. */
export function luckSentence(
  { players, spread }: Pick<GameLuck, "players" | "spread">,
  now: Now,
  narrator: Narrator,
  me: number | null,
): string {
  const leads = players.map(({ margin_without_luck }) => margin_without_luck);
  if (spread === null || leads.length < 2 || leads.some((lead) => lead === null)) return "";
  const most = Math.max(...leads.map((lead) => lead ?? 0));
  const amount = (value: number) =>
    narrator.amount(decimal(spread >= COARSE ? Math.round(value) : value));
  const apart = amount(spread);
  // A lead of half the usual difference between equals says nothing.
  if (most < spread / 2)
    return t("Without luck it would be too close to call, give or take {spread}.", {
      spread: apart,
    });
  const seat = leads.indexOf(most);
  const lead = amount(most);
  return seat === me
    ? t("Without luck you would be ahead by {lead}, give or take {spread}.", {
        lead,
        spread: apart,
      })
    : t("Without luck {name} would be ahead by {lead}, give or take {spread}.", {
        name: nameAt(now, seat),
        lead,
        spread: apart,
      });
}
