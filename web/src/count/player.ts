// Going through the steps: the pictures of a step one after the other, and the steps by themselves while it plays.

import { useEffect, useState } from "preact/hooks";
import { lengthOf, type Step } from "./stage";

export const SPEEDS = { slow: 6000, normal: 3500, fast: 2000 } as const;
export type Speed = keyof typeof SPEEDS;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Which picture of a step is shown; with reduced motion the last one at once. `key` names the step that is shown. */
export function usePicture(step: Step, key: string): number {
  const last = step.pictures.length - 1;
  const [shown, setShown] = useState({ key, index: still.matches ? last : 0 });
  const index = shown.key === key ? Math.min(shown.index, last) : still.matches ? last : 0;
  useEffect(() => {
    if (index >= last) return;
    const next = () => setShown({ key, index: index + 1 });
    const timer = setTimeout(next, step.pictures[index]!.ms);
    return () => clearTimeout(timer);
  }, [key, index, last]);
  return index;
}

/** Turns to the next step after a while; a step whose pictures need longer gets that long. */
export function usePlaying(playing: boolean, step: Step, speed: Speed, key: string, next: () => void): void {
  useEffect(() => {
    if (!playing) return;
    const moving = still.matches ? 0 : lengthOf(step) + 1200;
    const timer = setTimeout(next, Math.max(SPEEDS[speed], moving));
    return () => clearTimeout(timer);
  }, [playing, speed, key]);
}
