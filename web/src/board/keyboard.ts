// The keys of the board itself. Whatever it does not use goes on to the page (`,` `.` Home End Shift+P …).

import { ARROWS, leapt, nextOfInterest, stepped } from "./cursor";
import type { Geometry } from "./geometry";
import type { Position } from "./position";
import type { Board } from "./state";
import type { BoardProps, Point } from "./types";

export type Commands = {
  position: () => Position;
  moveTo: (point: Point) => void;
  say: (what: "group" | "board") => void;
  type: (first: string) => void;
  /** Letters, digits and Shift commands are switched on (WCAG 2.1.4). */
  letters: boolean;
};

/** Does what a key means on the board; false where it means nothing there. */
export function boardKey(
  event: KeyboardEvent,
  props: BoardProps,
  board: Board,
  g: Geometry,
  commands: Commands,
): boolean {
  const { key } = event;
  if (event.isComposing || event.altKey || event.metaKey) return false;
  const arrow = ARROWS[key];
  if (arrow && !event.shiftKey) {
    const go = event.ctrlKey ? leapt : stepped;
    commands.moveTo(go(board.cursor, arrow, props.size, g.part, props.stones));
    return true;
  }
  if (event.ctrlKey) return false;
  if (key === "Enter" || key === " ") {
    if (!event.repeat) board.choose(board.cursor, board.alwaysConfirms);
    return true;
  }
  if (key === "Escape" && board.pending !== null) {
    board.setPending(null);
    return true;
  }
  return commands.letters && letterKey(event, props, board, commands);
}

function letterKey(event: KeyboardEvent, props: BoardProps, board: Board, commands: Commands): boolean {
  const { key } = event;
  if (event.shiftKey) {
    switch (key.toUpperCase()) {
      case "G":
        commands.say("group");
        return true;
      case "B":
        commands.say("board");
        return true;
      case "N": {
        const next = nextOfInterest(board.cursor, commands.position(), props.ko, props.last);
        if (next !== null) commands.moveTo(next);
        return true;
      }
    }
    return false;
  }
  const typed = /^[a-z\d一二三四五六七八九十]$/i.test(key) && (board.ghost !== null || !!props.onPick);
  if (typed) commands.type(key);
  return typed;
}
