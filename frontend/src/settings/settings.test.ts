import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { vibrate, vibrateForYourTurn } from "../game/shared/vibration";
import { withEffects } from "../testing/effects.svelte";
import { language, speak } from "../words/translate.svelte";
import SettingsForm from "./SettingsForm.svelte";
import { apply, settings, still, warm } from "./settings.svelte";

const before = { ...settings };
let stop = () => {};

/** Let the device vibrate with this function; undefined for a device that cannot. */
function vibrating(vibrate: unknown): void {
  Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
}

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
    const faces = within(screen.getByRole("group", { name: "Tiles" })).getAllByRole("radio");
    expect(faces).toHaveLength(4);
    await userEvent.click(faces[3] as Element);
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

describe("settings of the table", () => {
  test.each([
    ["Show where a tile fits", "fits"],
    ["Confirm with the Play button", "confirm"],
    ["Left-handed", "leftHanded"],
    ["Sound", "sound"],
    ["Vibration", "vibration"],
  ] as const)("%s is a switch that is kept on the device", async (name, key) => {
    vibrating(vi.fn());
    render(SettingsForm);
    const usual = settings[key];
    const choice = screen.getByRole("switch", { name });
    expect((choice as HTMLInputElement).checked).toBe(usual);
    await userEvent.click(choice);
    flushSync();
    expect(settings[key]).toBe(!usual);
    expect(JSON.parse(localStorage.getItem("qwirkle.settings") ?? "")[key]).toBe(!usual);
  });

  test("bots play at the pace that is chosen", async () => {
    render(SettingsForm);
    expect(settings.pace).toBe("normal");
    for (const [label, pace] of [
      ["Slow", "slow"],
      ["Fast", "fast"],
      ["No pause", "off"],
    ] as const) {
      await userEvent.click(screen.getByRole("radio", { name: label }));
      expect(settings.pace).toBe(pace);
    }
  });

  test("the page knows the hand its reader plays with", () => {
    flushSync();
    expect(document.documentElement.dataset.hand).toBe("right");
    settings.leftHanded = true;
    flushSync();
    expect(document.documentElement.dataset.hand).toBe("left");
  });

  test("a device that cannot vibrate is not asked about it", () => {
    vibrating(undefined);
    render(SettingsForm);
    expect(screen.queryByRole("switch", { name: "Vibration" })).not.toBeInTheDocument();
  });

  test("one switch turns off sounds, vibration, glow and light together", async () => {
    const felt = vi.fn();
    vibrating(felt);
    render(SettingsForm);
    expect(warm()).toBe(true);
    await userEvent.click(screen.getByRole("switch", { name: "Atmosphere" }));
    expect(screen.queryByRole("switch", { name: "Sound" })).not.toBeInTheDocument();
    expect(screen.queryByRole("switch", { name: "Vibration" })).not.toBeInTheDocument();
    vibrate();
    expect(felt).not.toHaveBeenCalled();
    expect(warm()).toBe(false);
    settings.atmosphere = true;
    settings.motion = "reduced";
    expect(warm()).toBe(false);
  });

  test("a tick is felt only if it is wanted", () => {
    const felt = vi.fn();
    vibrating(felt);
    vibrate();
    expect(felt).toHaveBeenCalledExactlyOnceWith(8);
    settings.vibration = false;
    vibrate();
    vibrateForYourTurn();
    expect(felt).toHaveBeenCalledOnce();
  });
});
