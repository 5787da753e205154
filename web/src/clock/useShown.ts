// A clock that moves: once a second, with every frame below ten seconds, not at all while it stands still.

import { useEffect, useReducer } from "preact/hooks";
import type { ClockView, Color, ControlView } from "../api/types";
import { type Circumstances, type Shown, shown } from "./shown";

/** Draws the component again after so many milliseconds; 0 for the next frame, null for never. */
export function useRedraw(next: number | null): void {
  const [drawn, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (next === null) return;
    if (next > 0) {
      const timer = setTimeout(() => draw(undefined), next);
      return () => clearTimeout(timer);
    }
    const frame = requestAnimationFrame(() => draw(undefined));
    return () => cancelAnimationFrame(frame);
  }, [next, drawn]);
}

/** What is shown of a clock now; `now` gives the server's time. */
export function useShown(
  clock: ClockView,
  color: Color,
  control: ControlView,
  now: () => number,
  circumstances: Circumstances = {},
): Shown {
  const seen = shown(clock, color, control, now(), circumstances);
  useRedraw(seen.next);
  return seen;
}
