// Going through the steps: the pictures of a step one after the other, and the steps by themselves while it plays.

import { useEffect, useRef, useState } from "preact/hooks";
import { lengthOf, type Step } from "./stage";

export const SPEEDS = { slow: 6000, normal: 3500, fast: 2000 } as const;
export type Speed = keyof typeof SPEEDS;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The step that is shown, its picture, and whether it was gone to from the one before it. */
type Shown = { key: string; at: number; index: number };

/**
 * Which picture of a step is shown. A step that follows the one before it plays its pictures, and so does the first one
 * when the count is `fresh` or begins again; any other way of coming to a step shows its end at once, as does reduced motion.
 */
export function usePicture(step: Step, at: number, key: string, fresh: boolean): number {
  const last = step.pictures.length - 1;
  const shown = useRef<Shown>({ key, at, index: fresh && !still.matches ? 0 : last });
  const [, turn] = useState(0);
  if (shown.current.key !== key) {
    const before = shown.current.at;
    const plays = at === before + 1 || (at === 1 && before > 2);
    shown.current = { key, at, index: plays && !still.matches ? 0 : last };
  }
  const index = Math.min(shown.current.index, last);
  useEffect(() => {
    if (index >= last) return;
    const next = () => {
      shown.current = { ...shown.current, index: index + 1 };
      turn(n => n + 1);
    };
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
