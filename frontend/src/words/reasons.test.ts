import { expect, test } from "vitest";
import { Refusal } from "../api/client";
import { problemOf } from "../testing/views";
import { objectionText, turnRefusal } from "./reasons";
import { errorText } from "./refusals";

const objection = { reason: "not-your-turn", message: "", cells: [], params: { name: "Ben" } };

test("a refusal is said with its parameters", () => {
  expect(objectionText(objection)).toBe("It’s Ben’s turn.");
  const error = new Refusal({ ...problemOf("not-your-turn"), objections: [objection] });
  expect(turnRefusal(error)).toBe("It’s Ben’s turn.");
  expect(errorText(error)).toBe("It’s Ben’s turn.");
});

test("and without them if it has none", () => {
  expect(turnRefusal(new Refusal(problemOf("not-your-turn")))).toBe("It’s not your turn.");
});
