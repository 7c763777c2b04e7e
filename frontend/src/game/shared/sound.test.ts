import { beforeEach, describe, expect, test, vi } from "vitest";

/** What was asked of the sound card: pitches of tones, and of the resonances of knocks. */
interface Heard {
  tones: { pitch: number; start: number }[];
  woods: number[];
}

let heard: Heard;

class FakeAudio {
  state = "running";
  currentTime = 0;
  sampleRate = 1000;
  destination = {};
  resume = vi.fn();

  createOscillator() {
    const tone = { pitch: 0, start: 0 };
    const node = {
      type: "",
      frequency: { setValueAtTime: (pitch: number) => (tone.pitch = pitch) },
      connect: (next: unknown) => next,
      start: (at: number) => {
        tone.start = at;
        heard.tones.push(tone);
      },
      stop: () => {},
    };
    return node;
  }
  createGain() {
    const gain = {
      value: 0,
      setValueAtTime: () => {},
      linearRampToValueAtTime: () => {},
      exponentialRampToValueAtTime: () => {},
    };
    return { gain, connect: (next: unknown) => next };
  }
  createBiquadFilter() {
    const frequency = {
      set value(pitch: number) {
        heard.woods.push(pitch);
      },
    };
    return { type: "", frequency, Q: { value: 0 }, connect: (next: unknown) => next };
  }
  createBuffer(_: number, length: number) {
    const samples = new Float32Array(length);
    return { getChannelData: () => samples };
  }
  createBufferSource() {
    return { buffer: null, connect: (next: unknown) => next, start: () => {} };
  }
}

async function sounds(): Promise<typeof import("./sound")> {
  vi.resetModules();
  const loaded = await import("./sound");
  loaded.allowSound();
  return loaded;
}

beforeEach(() => {
  heard = { tones: [], woods: [] };
  vi.stubGlobal("AudioContext", FakeAudio);
});

/** The tones of lines; below are the thumps of wood. */
const melody = () => heard.tones.map(({ pitch }) => pitch).filter((pitch) => pitch > 200);

describe("sounds", () => {
  test("a tone rises along a line, and no knock is like the one before", async () => {
    const { soundOfTile } = await sounds();
    for (let index = 0; index < 6; index++) soundOfTile(index);
    const pitches = melody();
    expect(pitches).toHaveLength(6);
    expect(pitches).toEqual([...new Set(pitches)].sort((a, b) => a - b));
    const lowest = heard.woods.filter((_, at) => at % 3 === 0);
    for (const [at, pitch] of lowest.entries()) expect(pitch).not.toBe(lowest[at - 1]);
  });

  test("tiles of others are heard one after the other", async () => {
    const { soundOfTiles } = await sounds();
    soundOfTiles(3, 2, 0.5, 0.1);
    const tones = heard.tones.filter(({ pitch }) => pitch > 200);
    expect(tones.map(({ start }) => start)).toEqual([0.5, 0.6, 0.7]);
    const { soundOfTile } = await sounds();
    heard.tones = [];
    soundOfTile(2);
    expect(melody()[0]).toBe(tones[0]?.pitch);
  });

  test("a Qwirkle is a chord of at least four tones", async () => {
    const { soundOfQwirkle } = await sounds();
    soundOfQwirkle();
    expect(new Set(heard.tones.map(({ pitch }) => pitch)).size).toBeGreaterThanOrEqual(4);
  });

  test.each(["atmosphere", "sound"] as const)("without %s there is silence", async (what) => {
    const { soundOfQwirkle, soundOfTile, soundOfYourTurn } = await sounds();
    // A new module of sounds has settings of its own.
    const { settings } = await import("../../settings/settings.svelte");
    settings[what] = false;
    soundOfTile(3);
    soundOfQwirkle();
    soundOfYourTurn();
    expect(heard).toEqual({ tones: [], woods: [] });
  });
});
