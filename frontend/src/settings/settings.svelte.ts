/** The reader's settings, stored on this device and set as attributes of the page. */

import type { SeatView } from "../api/types";
import { TILE_FACES, type TileFace } from "../tiles/art.gen";
import { FITTING, GENTLEST_BOT, LEVELS } from "../words/bots";
import { GAME_CODES } from "../words/games";
import { LANGUAGES, type Language } from "../words/languages.gen";
import { preferred, speak } from "../words/translate.svelte";

export interface Settings {
  language: Language | "auto";
  face: TileFace;
  theme: "auto" | "light" | "dark";
  text: 1 | 2 | 3;
  motion: "auto" | "reduced";
  /** How fast the page narrates the turns of the others. */
  pace: "slow" | "normal" | "fast" | "off";
  /** Whether the table has an atmosphere: sounds, vibration, warm lines and an evening light. */
  atmosphere: boolean;
  sound: boolean;
  vibration: boolean;
  /** Whether the cells where a chosen tile fits are shown. */
  fits: boolean;
  /** Whether a first game is explained while it is played. */
  tips: boolean;
  /** Whether boards have the numbers of their rows and columns along the edge. */
  coordinates: boolean;
  /** Whether only the Play button plays a turn; otherwise a second tap on the last laid piece does, too. */
  confirm: boolean;
  leftHanded: boolean;
  /** Whether turns are announced in as few words as possible. */
  brief: boolean;
  /** Whether the page reads its announcements aloud itself, for people without a screen reader. */
  voice: boolean;
  /** How fast it reads: 1 is the usual speed of the device. */
  rate: 0.75 | 1 | 1.5 | 2;
  /** Whether the reader plays by typing, with words instead of a board. */
  typing: boolean;
  /** Whether people the reader has played with see that the page is open, and the other way round. */
  present: boolean;
  /** The name the reader used last. */
  name: string;
  /** The reader's own animal; empty for the one that goes with the name. */
  animal: SeatView["face"];
  /** Whether the reader was asked for a name after a first game. */
  asked: boolean;
  /** The last opponent and game, offered first the next time. */
  opponent: string;
  game: string;
  /** The lost points from which on a game against bots asks to look again; 0 if it does not teach. */
  teaching: number;
}

const KEY = "qwirkle.settings";
const USUAL: Settings = {
  language: "auto",
  face: "colour",
  theme: "auto",
  text: 1,
  motion: "auto",
  pace: "normal",
  atmosphere: true,
  sound: true,
  vibration: true,
  fits: true,
  tips: true,
  coordinates: false,
  confirm: true,
  leftHanded: false,
  brief: false,
  voice: false,
  rate: 1,
  typing: false,
  present: true,
  name: "",
  animal: "",
  asked: false,
  opponent: GENTLEST_BOT,
  game: GAME_CODES[0] ?? "classic",
  teaching: 0,
};
const CHOICES = {
  language: ["auto", ...Object.keys(LANGUAGES)],
  face: TILE_FACES,
  theme: ["auto", "light", "dark"],
  text: [1, 2, 3],
  motion: ["auto", "reduced"],
  pace: ["slow", "normal", "fast", "off"],
  atmosphere: [true, false],
  sound: [true, false],
  vibration: [true, false],
  fits: [true, false],
  tips: [true, false],
  coordinates: [true, false],
  confirm: [true, false],
  leftHanded: [true, false],
  brief: [true, false],
  voice: [true, false],
  rate: [0.75, 1, 1.5, 2],
  typing: [true, false],
  present: [true, false],
  animal: ["", "cat", "dog", "bear", "panda", "mouse", "koala", "penguin", "lion"],
  asked: [true, false],
  opponent: [...LEVELS, FITTING],
  game: GAME_CODES,
  teaching: [0, 1, 2, 4, 6],
} as const;

export const settings: Settings = $state(read());

function read(): Settings {
  let kept: Partial<Record<keyof Settings, unknown>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // Stored by another version, or not at all: use the defaults.
  }
  const read: Settings = { ...USUAL };
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = kept[name as keyof Settings];
    if ((choices as readonly unknown[]).includes(value)) Object.assign(read, { [name]: value });
  }
  if (typeof kept.name === "string") read.name = kept.name.slice(0, 24);
  return read;
}

/** Return whether motion is off. */
export function still(): boolean {
  return settings.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return whether the table glows and its light changes: not for readers who want no motion. */
export function warm(): boolean {
  return settings.atmosphere && !still();
}

/** Store and apply the settings whenever they change. Called once, inside an effect root. */
export function apply(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset.face = settings.face;
    root.dataset.theme = settings.theme;
    root.dataset.text = String(settings.text);
    root.dataset.motion = settings.motion;
    root.dataset.hand = settings.leftHanded ? "left" : "right";
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // Private windows may refuse: then they last as long as the page.
    }
  });
  $effect(() => {
    void speakChosen();
  });
}

/** Switch to the language of the settings, if its words can be loaded. */
export async function speakChosen(): Promise<void> {
  try {
    await speak(settings.language === "auto" ? preferred() : settings.language);
  } catch {
    // Without a network, words in another language are better than none.
  }
}
