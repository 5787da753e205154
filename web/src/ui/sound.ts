// The sounds, all made here: stones, captures, a pass, the bell, and the tones of the countdown. Each has its own volume
// in the preferences. A browser that allows no sound before the first gesture gets none until then.

import type { Color } from "../board/types";
import { type Prefs, prefs, setPrefs } from "./prefs";

/** The calls of the clock where no voice speaks them; `1` to `9` are the last ten seconds, `end` the loss on time. */
export type Tone =
  | "30"
  | "40"
  | "50"
  | "55"
  | "58"
  | "attention"
  | "end"
  | `${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;

type Channel = "stones" | "calls" | "bell";

/** Full volume is −18 dB. */
const LOUDEST = 10 ** (-18 / 20);

let context: AudioContext | null = null;
let burst: AudioBuffer | null = null;
/** The volumes to come back to. */
let before: Prefs["sound"] = { stones: 0.8, calls: 0.8, bell: 0.8 };

/** Starts the sound, or wakes it after the browser has put it to sleep. */
function wake(): void {
  try {
    context ??= new AudioContext();
  } catch {
    return;
  }
  if (context.state !== "running") context.resume().catch(() => {});
}

for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, wake, { capture: true, passive: true });
}

/** The sound system, once the browser lets it run. */
function running(): AudioContext | null {
  if (!context && navigator.userActivation?.hasBeenActive) wake();
  return context?.state === "running" ? context : null;
}

/** Half a second of noise, made once. */
function noise(audio: AudioContext): AudioBuffer {
  if (burst) return burst;
  burst = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = burst.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return burst;
}

/** A way out with the channel's volume, which fades from `peak` to nothing between two times. */
function fading(
  audio: AudioContext,
  channel: Channel,
  start: number,
  length: number,
  peak = 1,
): GainNode | null {
  const volume = prefs.value.sound[channel] * LOUDEST * peak;
  if (volume <= 0) return null;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + Math.min(0.002, length / 4));
  gain.gain.exponentialRampToValueAtTime(volume / 1000, start + length);
  gain.connect(audio.destination);
  return gain;
}

type Knock = { at: number; length: number; pitch: number; peak: number; sharp?: number };

/** A burst of noise through a band filter: wood, shell, a brush. */
function knock(audio: AudioContext, channel: Channel, { at, length, pitch, peak, sharp = 3 }: Knock): void {
  const start = audio.currentTime + at;
  const out = fading(audio, channel, start, length, peak);
  if (!out) return;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noise(audio);
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = sharp;
  source.connect(filter).connect(out);
  source.start(start, Math.random() * 0.3, length);
}

/** A pure tone. */
function note(
  audio: AudioContext,
  channel: Channel,
  pitch: number,
  at: number,
  length: number,
  peak = 1,
): void {
  const start = audio.currentTime + at;
  const out = fading(audio, channel, start, length, peak);
  if (!out) return;
  const source = audio.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  source.connect(out);
  source.start(start);
  source.stop(start + length);
}

const WOOD = 1800;
/** A major third lower. */
const THIRD = 4 / 5;

/** A stone on the board: two short knocks, Black's a third lower than White's. */
export function playStone(color: Color): void {
  const audio = running();
  if (!audio) return;
  const pitch = color === "black" ? WOOD * THIRD : WOOD;
  knock(audio, "stones", { at: 0, length: 0.028, pitch, peak: 4 });
  knock(audio, "stones", { at: 0.012, length: 0.028, pitch: pitch * 0.62, peak: 2.5 });
}

/** Stones that are taken off: two to five soft clicks. */
export function playCapture(stones: number): void {
  const audio = running();
  if (!audio) return;
  const clicks = Math.min(5, Math.max(2, stones));
  for (let i = 0; i < clicks; i++) {
    knock(audio, "stones", { at: 0.07 + i * 0.055, length: 0.02, pitch: 2600 + 180 * (i % 3), peak: 1.6 });
  }
}

/** A pass: a brush over paper. */
export function playPass(): void {
  const audio = running();
  if (audio) knock(audio, "stones", { at: 0, length: 0.18, pitch: 900, peak: 1.4, sharp: 0.7 });
}

/** The turn has come while the page was hidden. */
export function playBell(): void {
  const audio = running();
  if (!audio) return;
  note(audio, "bell", 880, 0, 1.2);
  note(audio, "bell", 880 * 2.76, 0, 0.5, 0.35);
}

const LOW = 330;
const HIGH = 1320;
const SEMITONE = 2 ** (1 / 12);

/** What a call sounds like: pitch, start and length of each of its notes. */
export function notesOf(tone: Tone): { pitch: number; at: number; length: number }[] {
  const times = (count: number, pitch: number, length: number) =>
    Array.from({ length: count }, (_, i) => ({ pitch, at: i * (length + 0.08), length }));
  switch (tone) {
    case "30":
      return times(1, LOW, 0.16);
    case "40":
      return times(2, LOW, 0.16);
    case "50":
      return times(3, LOW, 0.16);
    case "55":
    case "58":
      return times(2, HIGH, 0.05);
    case "attention":
      return times(1, LOW, 0.35);
    case "end":
      return times(1, LOW / 2, 0.6);
    default:
      return [{ pitch: LOW * 2 * SEMITONE ** (Number(tone) - 1), at: 0, length: 0.09 }];
  }
}

/** A call of the clock as tones: 30, 40, 50 are one, two, three low ones, the last ten seconds rise by a semitone each. */
export function tone(call: Tone): void {
  const audio = running();
  if (!audio) return;
  for (const { pitch, at, length } of notesOf(call)) note(audio, "calls", pitch, at, length);
}

/** All sound off, or on again as it was (Shift+M). Says whether sound is on now. */
export function toggleSound(): boolean {
  const { sound } = prefs.value;
  const on = Object.values(sound).some(volume => volume > 0);
  setPrefs({ sound: on ? { stones: 0, calls: 0, bell: 0 } : before });
  if (on) before = sound;
  return !on;
}
