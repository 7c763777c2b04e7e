import { expect, test } from "vitest";
import { reviewIn, reviewPath } from "./links";

test.each([
  ["#review", { at: null, open: false, deep: false, trying: false }],
  ["#review=12", { at: 12, open: false, deep: false, trying: false }],
  ["#review=12&open&try", { at: 12, open: true, deep: false, trying: true }],
  ["#review&open", { at: null, open: true, deep: false, trying: false }],
  ["#review=3&open&deep", { at: 3, open: true, deep: true, trying: false }],
])("%s is a place of a review, and its address", (hash, place) => {
  expect(reviewIn(hash)).toEqual(place);
  expect(reviewPath("t 1", place)).toBe(`/t/t%201${hash}`);
});

test.each(["", "#replay", "#reviews", "#review=x", "#review=99999", "#recover=abc"])(
  "“%s” is none",
  (hash) => {
    expect(reviewIn(hash)).toBeNull();
  },
);

test("nothing can be tried at no turn", () => {
  expect(reviewIn("#review&try")?.trying).toBe(false);
});
