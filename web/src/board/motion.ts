// What a change of the stones looks like: one new stone drops, taken stones fade, anything larger is a cut.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Color, Point, Stones } from "./types";

export type Leaving = readonly { point: Point; color: Color }[];
export type Motion = { dropped: Point | null; leaving: Leaving };

const STILL: Motion = { dropped: null, leaving: [] };
const FADE_MS = 160;

/** A play (one stone more, any number of the other colour gone) or its undoing moves; the rest is a cut. */
export function motionBetween(before: Stones, after: Stones): Motion {
  if (before.length !== after.length) return STILL;
  const added: Point[] = [];
  const leaving: { point: Point; color: Color }[] = [];
  after.forEach((stone, point) => {
    const was = before[point] ?? null;
    if (stone === was) return;
    if (was) leaving.push({ point, color: was });
    if (stone) added.push(point);
  });
  if (added.length === 1) {
    const played = after[added[0]!];
    return leaving.every(({ color }) => color !== played) ? { dropped: added[0]!, leaving } : STILL;
  }
  return added.length === 0 && leaving.length === 1 ? { dropped: null, leaving } : STILL;
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The motion that leads to these stones; still again after it has ended. */
export function useMotion(stones: Stones): Motion {
  const before = useRef(stones);
  const motion = useRef(STILL);
  const [, ended] = useState(0);
  if (before.current !== stones) {
    motion.current = reducedMotion() ? STILL : motionBetween(before.current, stones);
    before.current = stones;
  }
  const { leaving } = motion.current;
  useEffect(() => {
    if (leaving.length === 0) return;
    const timer = setTimeout(() => {
      motion.current = { ...motion.current, leaving: [] };
      ended(n => n + 1);
    }, FADE_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return motion.current;
}
