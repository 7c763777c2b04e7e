/**
 * Small synthesized sounds: wood on wood, a tone that rises along a line, and a warm chord for a Qwirkle.
 * Browsers allow them after the first touch or key.
 */

import { settings } from "../../settings/settings.svelte";

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Enable sounds. Call it from a gesture of the reader, so that they are allowed later. */
export function allowSound(): void {
  if (!isOn() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

function isOn(): boolean {
  return settings.atmosphere && settings.sound;
}

/** Return the context if something may be heard now. */
function playing(): AudioContext | null {
  return isOn() && audio?.state === "running" ? audio : null;
}

interface Note {
  readonly pitch: number;
  /** Seconds from now. */
  readonly at?: number;
  readonly lasts?: number;
  readonly loud?: number;
  readonly type?: OscillatorType;
}

function play({ pitch, at = 0, lasts = 0.15, loud = 0.12, type = "sine" }: Note): void {
  const heard = playing();
  if (heard === null) return;
  const start = heard.currentTime + at;
  const tone = heard.createOscillator();
  const volume = heard.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, start);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  tone.connect(volume).connect(heard.destination);
  tone.start(start);
  tone.stop(start + lasts + 0.02);
}

/** The resonances of a small block of wood: pitch, sharpness, loudness. Of the noise little passes them. */
const MODES = [
  [410, 12, 4],
  [1130, 16, 3],
  [2080, 20, 2],
] as const;
/** No two knocks sound alike; this many follow each other. */
const VARIATIONS = [1, 1.06, 0.95, 1.03, 0.98];
const BURST = 0.03;
let knocks = 0;

/** Play a short burst of noise through the resonances of wood. */
function knock(at = 0): void {
  const heard = playing();
  if (heard === null) return;
  const start = heard.currentTime + at;
  const varied = VARIATIONS[knocks++ % VARIATIONS.length] ?? 1;
  noise ??= burst(heard);
  const struck = heard.createBufferSource();
  struck.buffer = noise;
  for (const [pitch, sharp, loud] of MODES) {
    const wood = heard.createBiquadFilter();
    const volume = heard.createGain();
    wood.type = "bandpass";
    wood.frequency.value = pitch * varied;
    wood.Q.value = sharp;
    volume.gain.value = loud;
    struck.connect(wood).connect(volume).connect(heard.destination);
  }
  struck.start(start);
  play({ pitch: 140 * varied, at, lasts: 0.07, loud: 0.06 });
}

/** Return noise that dies away, as of two blocks that touch; the same one on every device. */
function burst(heard: AudioContext): AudioBuffer {
  const made = heard.createBuffer(1, Math.ceil(BURST * heard.sampleRate), heard.sampleRate);
  const samples = made.getChannelData(0);
  for (let at = 0; at < samples.length; at++)
    samples[at] = random(at) * (1 - at / samples.length) ** 4;
  return made;
}

/** Return a number between -1 and 1 that looks random. */
function random(seed: number): number {
  const far = Math.sin(seed * 12.9898) * 43758.5453;
  return 2 * (far - Math.floor(far)) - 1;
}

/** The steps of a major scale, in semitones. */
const SCALE = [0, 2, 4, 5, 7, 9, 12];
const BASE = 330;

/** Play wood on wood, and a soft tone that is the higher the further the tile is along its line, from 0. */
export function soundOfTile(index = 0, at = 0): void {
  knock(at);
  const step = SCALE[Math.min(Math.max(0, index), SCALE.length - 1)] ?? 0;
  play({ pitch: BASE * 2 ** (step / 12), at, lasts: 0.3, loud: 0.04, type: "triangle" });
}

/** Play tiles laid one after the other: `first` is the place of the first in its line, times are in seconds. */
export function soundOfTiles(count: number, first: number, at = 0, apart = 0.09): void {
  for (let number = 0; number < count; number++) soundOfTile(first + number, at + number * apart);
}

export function soundOfYourTurn(): void {
  play({ pitch: 587, lasts: 0.25, loud: 0.1 });
  play({ pitch: 784, at: 0.12, lasts: 0.35, loud: 0.1 });
}

/** Play the sound of somebody who sits down: two soft knocks. */
export function soundOfSeat(): void {
  for (const at of [0, 0.14]) play({ pitch: 220, at, lasts: 0.1, loud: 0.12, type: "triangle" });
}

/** A sixth chord with its ninth, low enough to be warm. */
const CHORD = [165, 247, 330, 415, 554, 740];

export function soundOfQwirkle(at = 0): void {
  CHORD.forEach((pitch, number) => {
    play({ pitch, at: at + number * 0.045, lasts: 1.3, loud: 0.07, type: "triangle" });
  });
}
