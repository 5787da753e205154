import { beforeEach, describe, expect, it } from "vitest";
import { prefs, setPrefs } from "./prefs";
import { notesOf, playBell, playCapture, playPass, playStone, toggleSound, tone } from "./sound";

describe("the countdown", () => {
  it("counts tones: 30, 40 and 50 are one, two and three low ones", () => {
    expect((["30", "40", "50"] as const).map(call => notesOf(call).length)).toEqual([1, 2, 3]);
    expect(notesOf("55").every(({ pitch }) => pitch > 1000)).toBe(true);
    expect(notesOf("end")).toEqual([{ pitch: 165, at: 0, length: 0.6 }]);
  });

  it("rises by a semitone a second at the end", () => {
    const pitches = (["1", "2", "3", "9"] as const).map(call => notesOf(call)[0]!.pitch);
    expect(pitches[1]! / pitches[0]!).toBeCloseTo(2 ** (1 / 12));
    expect(pitches[3]! / pitches[0]!).toBeCloseTo(2 ** (8 / 12));
  });
});

it("nothing sounds, and nothing fails, where the browser allows no sound", () => {
  for (const sound of [
    () => playStone("black"),
    () => playCapture(9),
    playPass,
    playBell,
    () => tone("30"),
  ]) {
    expect(sound).not.toThrow();
  }
});

describe("switching off", () => {
  beforeEach(() => setPrefs({ sound: { stones: 0.5, calls: 0, bell: 0.2 } }));

  it("silences all, and comes back as it was", () => {
    expect(toggleSound()).toBe(false);
    expect(prefs.value.sound).toEqual({ stones: 0, calls: 0, bell: 0 });
    expect(toggleSound()).toBe(true);
    expect(prefs.value.sound).toEqual({ stones: 0.5, calls: 0, bell: 0.2 });
  });
});
