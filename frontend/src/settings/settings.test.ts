import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withEffects } from "../testing/effects.svelte";
import { language, speak } from "../words/translate.svelte";
import SettingsForm from "./SettingsForm.svelte";
import { apply, settings, still } from "./settings.svelte";

const before = { ...settings };
let stop = () => {};

beforeEach(() => {
  stop = withEffects(apply);
});
afterEach(async () => {
  Object.assign(settings, before);
  flushSync();
  stop();
  await speak("en");
});

describe("settings", () => {
  test("hold at once and are kept on the device", async () => {
    render(SettingsForm);
    await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
    await userEvent.click(screen.getByRole("radio", { name: "Very large" }));
    flushSync();
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", text: "3" });
    expect(JSON.parse(localStorage.getItem("qwirkle.settings") ?? "")).toMatchObject({
      theme: "dark",
      text: 3,
    });
  });

  test("change the face of the tiles", async () => {
    render(SettingsForm);
    const faces = screen
      .getAllByRole("radio")
      .filter((radio) => radio.closest("fieldset")?.querySelector("svg"));
    expect(faces).toHaveLength(3);
    await userEvent.click(faces[2] as Element);
    expect(settings.face).toBe("high-contrast");
  });

  test("change the language of the page", async () => {
    render(SettingsForm);
    await userEvent.selectOptions(screen.getByRole("combobox"), "de");
    flushSync();
    await vi.waitFor(() => expect(language()).toBe("de"));
    expect(document.documentElement.lang).toBe("de");
    expect(screen.queryByText("Text size")).not.toBeInTheDocument();
  });

  test("can keep everything still", () => {
    expect(still()).toBe(false);
    settings.motion = "reduced";
    expect(still()).toBe(true);
  });
});
