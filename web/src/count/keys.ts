// The keys of the theatre: arrows step, space plays and pauses, Shift F fills the screen.

import { prefs } from "../ui/prefs";

export type KeyDeed = "previous" | "next" | "first" | "last" | "toggle" | "fullScreen";

const KEYS: Record<string, KeyDeed> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  PageUp: "previous",
  PageDown: "next",
  Home: "first",
  End: "last",
  " ": "toggle",
};

/** What a key does here; null where it belongs to what has the focus. */
export function keyDeed(event: KeyboardEvent): KeyDeed | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, textarea, select, [role=menu], [role=grid]")) return null;
  if (event.shiftKey) return prefs.value.keys && event.key.toLowerCase() === "f" ? "fullScreen" : null;
  if (event.key === " " && target?.closest("button, a")) return null;
  return KEYS[event.key] ?? null;
}
