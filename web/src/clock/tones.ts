// The calls as tones, for where there is no voice. Generated, quiet, at the volume that is set for calls.

import type { Sign } from "./schedule";

let audio: AudioContext | null = null;

function context(): AudioContext | null {
  try {
    audio ??= new AudioContext();
  } catch {
    // A browser without sound: the picture remains.
    return null;
  }
  // Browsers let a page sound only after it was touched.
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/** The loudest a tone may be: −18 dB. */
const LOUDEST = 0.125;

/** A tone of some pitch (Hz) and length (s), beginning in `after` seconds; its ends are rounded off. */
function tone(volume: number, pitch: number, length: number, after = 0): void {
  const on = context();
  if (!on || volume <= 0) return;
  const start = on.currentTime + after;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUDEST * volume, start + 0.012);
  gain.gain.setValueAtTime(LOUDEST * volume, start + Math.max(0.012, length - 0.04));
  gain.gain.linearRampToValueAtTime(0, start + length);
  const voice = new OscillatorNode(on, { type: "sine", frequency: pitch });
  voice.connect(gain).connect(on.destination);
  voice.start(start);
  voice.stop(start + length);
}

const LOW = 294;
const HIGH = 1568;
/** The first of the last ten seconds; each is a semitone above the one before. */
const FIRST = 440;

/** Sounds a call. */
export function sound(sign: Sign, volume: number): void {
  switch (sign.kind) {
    case "none":
      return;
    case "low":
      for (let i = 0; i < sign.times; i++) tone(volume, LOW, 0.13, i * 0.19);
      return;
    case "ticks":
      for (const after of [0, 0.1]) tone(volume, HIGH, 0.05, after);
      return;
    case "count":
      tone(volume, FIRST * 2 ** ((sign.n - 1) / 12), 0.09);
      return;
    case "end":
      tone(volume, LOW / 1.5, 0.6);
  }
}

/** One low tone: a clock asks for attention. */
export const attentionTone = (volume: number): void => tone(volume, LOW / 1.26, 0.3);
