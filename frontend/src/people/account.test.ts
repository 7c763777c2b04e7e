import { expect, test } from "vitest";
import { ranked, type Standing } from "./account";

function standing(account: string, points: number, games: number): Standing {
  const rating = { points, games, provisional: games < 10, mu: 25, sigma: 8 };
  return { account, name: account, rating };
}

test("settled ratings are ranked before provisional ones, each by points", () => {
  const found = [standing("a", 1480, 12), standing("b", 1900, 1), standing("c", 1550, 30)];
  expect(ranked(found).map(({ account }) => account)).toEqual(["c", "a", "b"]);
});
