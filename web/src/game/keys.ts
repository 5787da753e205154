// The keys of the game page (UI.md, section 8). Plain letters belong to typed moves on the board, so commands are
// Shift + letter. None works inside a text field, and the preference `keys` switches all of them off.

import type { Key } from "../i18n";
import { polite } from "../ui/live";
import { prefs } from "../ui/prefs";
import { passDeed, resignDeed, undoDeed } from "./Actions";
import { lastMoveText } from "./announce";
import { switchSound, toggleFullScreen } from "./commands";
import type { Session } from "./session";
import { timesText } from "./times";

/** Keys and what they do, for the list. */
export const HELP: [keys: string, text: Key][] = [
  ["← ↑ → ↓", "game.keyCursor"],
  ["Enter", "game.keyPlace"],
  ["A–T, 1–19", "game.keyType"],
  [", .", "game.keyStep"],
  ["PgUp PgDn", "game.keyTen"],
  ["Home End", "game.keyEnds"],
  ["[ ]", "game.keyVariation"],
  ["Shift P", "game.pass"],
  ["Shift U", "game.undo"],
  ["Shift R", "game.resign"],
  ["Shift C", "game.keyChat"],
  ["Shift T", "game.keyTimes"],
  ["Shift L", "game.keyLast"],
  ["Shift G", "game.keyGroup"],
  ["Shift B", "game.keyBoard"],
  ["Shift N", "game.keyNext"],
  ["Shift M", "game.keySound"],
  ["Shift F", "game.fullScreen"],
  ["Esc", "game.keyEsc"],
  ["?", "ui.keysThis"],
];

function inField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

function walk(session: Session, key: string): boolean {
  const { look } = session;
  switch (key) {
    case ",":
      look.back();
      return true;
    case ".":
      look.forward();
      return true;
    case "PageUp":
      look.back(10);
      return true;
    case "PageDown":
      look.forward(10);
      return true;
    case "Home":
      look.toStep(0);
      return true;
    case "End":
      look.toNow();
      return true;
    case "[":
      look.sibling(-1);
      return true;
    case "]":
      look.sibling(1);
      return true;
    default:
      return false;
  }
}

function command(session: Session, letter: string): boolean {
  const player = session.view.value!.you.length > 0;
  const deed = { P: passDeed, U: undoDeed, R: resignDeed }[letter];
  if (deed) {
    const { off, run } = deed(session);
    if (player && !off) run();
    return true;
  }
  switch (letter) {
    case "C":
      focusChat(session);
      return true;
    case "T":
      polite(timesText(session.view.value!));
      return true;
    case "L":
      polite(lastMoveText(session.view.value!));
      return true;
    case "M":
      switchSound();
      return true;
    case "F":
      toggleFullScreen();
      return true;
    default:
      return false;
  }
}

function focusChat(session: Session): void {
  const field = document.getElementById("game-chat");
  if (field && field.offsetParent !== null) field.focus();
  else session.over.value = "chat";
}

/** Handles a key of the page; true if it was one. */
export function onKey(session: Session, event: KeyboardEvent): boolean {
  if (!prefs.value.keys || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (event.defaultPrevented || inField(event.target) || session.over.value !== null) return false;
  if (!session.view.value) return false;
  if (event.key === "?") {
    session.over.value = "keys";
    return true;
  }
  if (event.key === "Escape" && session.look.seen.value?.past && session.pending.value === null) {
    session.look.toNow();
    return true;
  }
  // A key that is held down is one command.
  if (event.shiftKey && /^[A-Z]$/i.test(event.key))
    return event.repeat || command(session, event.key.toUpperCase());
  return walk(session, event.key);
}
