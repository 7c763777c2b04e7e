/** A few small synthesized sounds. Browsers allow them after the first touch or key. */

import { settings } from "../../settings/settings.svelte";

let audio: AudioContext | null = null;

/** Enable sounds. Call it from a gesture of the reader, so that they are allowed later. */
export function allowSound(): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

interface Note {
  readonly pitch: number;
  readonly at?: number;
  readonly lasts?: number;
  readonly loud?: number;
  readonly type?: OscillatorType;
}

function play(...notes: readonly Note[]): void {
  if (!settings.sound || audio === null || audio.state !== "running") return;
  for (const { pitch, at = 0, lasts = 0.15, loud = 0.12, type = "sine" } of notes) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = type;
    tone.frequency.setValueAtTime(pitch, start);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + lasts + 0.02);
  }
}

/** Play the sound of wood on wood. */
export function soundOfTile(): void {
  play(
    { pitch: 330, lasts: 0.06, loud: 0.1, type: "triangle" },
    { pitch: 150, lasts: 0.09, loud: 0.12 },
  );
}

export function soundOfYourTurn(): void {
  play({ pitch: 587, lasts: 0.25 }, { pitch: 784, at: 0.12, lasts: 0.35 });
}

/** Play the sound of somebody who sits down: two soft knocks. */
export function soundOfSeat(): void {
  for (const at of [0, 0.14]) play({ pitch: 220, at, lasts: 0.1, loud: 0.12, type: "triangle" });
}

export function soundOfQwirkle(): void {
  [523, 587, 659, 784, 880, 1047].forEach((pitch, index) => {
    play({ pitch, at: index * 0.08, lasts: 0.3, loud: 0.09, type: "triangle" });
  });
}
