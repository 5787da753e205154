// Keys, wheel and swipes that walk through a record.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { KeyLine } from "../ui/KeysDialog";
import { prefs } from "../ui/prefs";
import type { Review } from "./review";
import { walk } from "./Walk";

/** Keys and what they do, for the list. */
export const HELP: readonly KeyLine[] = [
  [", .", "game.keyStep"],
  ["PgUp PgDn", "game.keyTen"],
  ["Home End", "record.keyEnds"],
  ["[ ]", "game.keyVariation"],
  ["← ↑ → ↓", "record.keyCursor"],
  ["Enter", "game.keyPlace"],
  ["A–T, 1–19", "game.keyType"],
  ["Shift G", "game.keyGroup"],
  ["Shift B", "game.keyBoard"],
  ["Shift N", "game.keyNext"],
  ["Ctrl Z, Y", "record.keyUndo"],
  ["?", "ui.keysThis"],
];

/** Whether the key is meant for something else: a text field, a slider, an open sheet. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const types = target.closest("input, textarea, select, [contenteditable], [role=menu]");
  return event.defaultPrevented || types !== null || document.querySelector("dialog[open]") !== null;
}

function commandOf(event: KeyboardEvent, review: Review): (() => void) | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return undoOf(event, review);
  const target = event.target as HTMLElement;
  const free = target === document.body || target.closest("[role=grid], .bd, [role=group]") === null;
  const named: Record<string, () => void> = {
    PageUp: () => review.step(-10),
    PageDown: () => review.step(10),
    Home: () => review.toStart(),
    End: () => review.toEnd(),
    // On the board the arrows move the cursor.
    ...(free && { ArrowLeft: () => review.step(-1), ArrowRight: () => review.step(1) }),
  };
  const typed: Record<string, () => void> = {
    ",": () => review.step(-1),
    ".": () => review.step(1),
    "[": () => review.variation(-1),
    "]": () => review.variation(1),
  };
  return named[event.key] ?? (prefs.value.keys ? typed[event.key] : null) ?? null;
}

function undoOf(event: KeyboardEvent, review: Review): (() => void) | null {
  const key = event.key.toLowerCase();
  if (key === "z") return () => (event.shiftKey ? review.redo() : review.undo());
  return key === "y" ? () => review.redo() : null;
}

/** Keys of the page. */
export function useKeys(review: Review, onHelp: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      if (event.key === "?" && prefs.value.keys) {
        event.preventDefault();
        onHelp();
        return;
      }
      const act = commandOf(event, review);
      if (!act) return;
      event.preventDefault();
      walk(review, act);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [review]);
}

/** So much of the wheel is one move; touchpads send many small steps. */
const NOTCH = 60;

/** The wheel over an element walks; a swipe over its lower third, too. */
export function useWheelAndSwipe(review: Review) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const stops = [onWheel(element, review), onSwipe(element, review)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [review]);
  return box;
}

function onWheel(element: HTMLElement, review: Review): () => void {
  let sum = 0;
  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40;
    sum += event.deltaY * lines;
    const steps = Math.trunc(sum / NOTCH) || (Math.abs(event.deltaY * lines) >= NOTCH ? Math.sign(sum) : 0);
    if (steps === 0) return;
    sum = 0;
    walk(review, () => review.step(Math.sign(steps)));
  };
  element.addEventListener("wheel", wheel, { passive: false });
  return () => element.removeEventListener("wheel", wheel);
}

function onSwipe(element: HTMLElement, review: Review): () => void {
  let from: { x: number; y: number } | null = null;
  const start = (event: TouchEvent) => {
    const touch = event.touches[0];
    const { top, height } = element.getBoundingClientRect();
    const low = touch && touch.clientY > top + (height * 2) / 3;
    from = low && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const end = (event: TouchEvent) => {
    const touch = event.changedTouches[0];
    if (!from || !touch) return;
    const right = touch.clientX - from.x;
    const down = touch.clientY - from.y;
    from = null;
    if (Math.abs(right) < 40 || Math.abs(right) < 2 * Math.abs(down)) return;
    // The finger pushes the move that is there out of the way.
    event.preventDefault();
    event.stopPropagation();
    walk(review, () => review.step(right < 0 ? 1 : -1));
  };
  element.addEventListener("touchstart", start, { passive: true, capture: true });
  element.addEventListener("touchend", end, { passive: false, capture: true });
  return () => {
    element.removeEventListener("touchstart", start, { capture: true });
    element.removeEventListener("touchend", end, { capture: true });
  };
}
