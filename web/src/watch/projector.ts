// The projector: the boards alone, as large as the screen allows. Shift F turns it on and off, Escape leaves it.

import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { prefs } from "../ui/prefs";
import { arrange } from "./wall";

/** The gap between boards, as watch.css has it. */
const GAP = 16;

/** The size of the names under a board: legible from some way off. */
const letters = () => Math.min(30, Math.max(14, innerWidth * 0.011));
/** Two lines of names. */
const foot = () => Math.ceil(letters() * 1.6 * 2 + 12);

export type Projector = {
  on: boolean;
  /** Where the boards stand and how large their names are, for watch.css. */
  style: Record<string, string>;
  enter: () => void;
  leave: () => void;
};

const inText = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

export function useProjector(boards: number): Projector {
  const [on, setOn] = useState(false);
  const [, resized] = useState(0);

  const leave = useCallback(() => {
    setOn(false);
    if (document.fullscreenElement) void document.exitFullscreen();
  }, []);
  const enter = useCallback(() => {
    setOn(true);
    // A browser may refuse; the picture fills the window then.
    document.documentElement.requestFullscreen?.().catch(() => {});
  }, []);

  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || inText(event.target)) return;
      const toggles = event.shiftKey && event.key.toLowerCase() === "f" && prefs.value.keys;
      if (toggles && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        if (on) leave();
        else enter();
      }
      if (event.key === "Escape" && on) leave();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on, enter, leave]);

  useEffect(() => {
    if (!on) return;
    const root = document.documentElement;
    root.dataset.projector = "";
    const look = () => resized(n => n + 1);
    // Escape leaves the browser's full screen without a key being told.
    const change = () => {
      if (!document.fullscreenElement) leave();
    };
    addEventListener("resize", look);
    document.addEventListener("fullscreenchange", change);
    return () => {
      delete root.dataset.projector;
      removeEventListener("resize", look);
      document.removeEventListener("fullscreenchange", change);
    };
  }, [on, leave]);

  const { columns, side } = arrange(boards, {
    width: innerWidth,
    height: innerHeight,
    foot: foot(),
    gap: GAP,
  });
  const style = { "--columns": String(columns), "--side": `${side}px`, "--letters": `${letters()}px` };
  return { on, style, enter, leave };
}
