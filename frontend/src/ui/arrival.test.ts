import { expect, test } from "vitest";
import { expectHeading } from "./arrival";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("the heading of a new view gets the focus once it is there", async () => {
  document.body.innerHTML = "<main><h1>Old</h1></main>";
  expectHeading();
  document.body.innerHTML = "<main><p>Looking …</p></main>";
  await settled();
  expect(document.activeElement).toBe(document.body);
  document.body.innerHTML = "<main><h1>New</h1></main>";
  await settled();
  expect(document.activeElement).toHaveTextContent("New");
});

test("what has taken the focus keeps it", async () => {
  document.body.innerHTML = "<main><h1>Old</h1></main>";
  expectHeading();
  document.body.innerHTML = "<main><h1>New</h1><input></main>";
  document.querySelector("input")?.focus();
  await settled();
  expect(document.querySelector("input")).toHaveFocus();
});
