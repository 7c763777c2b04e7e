import { describe, expect, test } from "vitest";
import { sizeInHand, sizeOnTable } from "./cardSize";

const sets = (...sizes: readonly number[]) => sizes.map((cards) => ({ cards, note: false }));

describe("cards on the table", () => {
  const phone = { width: 375, height: 290 };

  test("are as large as they can be while all are in sight", () => {
    expect(sizeOnTable(sets(3), phone, 56)).toEqual({ card: 56, step: 58 });
    const five = sizeOnTable(sets(3, 3, 4, 3, 3), phone, 56);
    expect(five.card).toBeGreaterThanOrEqual(44);
    expect(five.card).toBeLessThan(56);
  });

  test("overlap before anybody has to scroll, and stay large enough for a finger", () => {
    const many = sizeOnTable(sets(3, 4, 3, 5, 3, 4, 3, 3), phone, 56);
    expect(many.card).toBe(44);
    expect(many.step).toBeLessThan(44);
    expect(many.step).toBeGreaterThanOrEqual(24);
  });

  test("leave room for words below a set", () => {
    const room = { width: 375, height: 95 };
    const plain = sizeOnTable([{ cards: 3, note: false }], room, 56);
    const noted = sizeOnTable([{ cards: 3, note: true }], room, 56);
    expect(plain.card).toBeGreaterThan(noted.card);
  });
});

describe("cards in the hand", () => {
  test("are one row on every screen", () => {
    for (const width of [296, 351, 366, 900]) {
      const { card, step } = sizeInHand(9, width, 62);
      expect(card + 8 * step).toBeLessThanOrEqual(width + 0.01);
      expect(card).toBeGreaterThanOrEqual(48);
    }
  });

  test("lie side by side where there is room", () => {
    expect(sizeInHand(9, 900, 62)).toEqual({ card: 62, step: 64 });
    expect(sizeInHand(1, 300, 54).card).toBe(54);
  });
});
