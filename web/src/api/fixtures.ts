// A small game for tests: a snapshot, and events as the server would send them.

import type { GameFrame } from "./socket";
import type { ClockView, Color, EventBody, EventFrame, Snapshot } from "./types";

const TIME = { main: 600_000, left: 600_000 };

export const clockAt = (now: number, running: Color | null): ClockView => ({
  now,
  running,
  deadline: null,
  paused: null,
  black: { ...TIME },
  white: { ...TIME },
});

const CONTROL = { text: "10m", system: "absolute", words: { zh: "10 分钟", en: "10 minutes" } };

/** A snapshot of a 5 × 5 game that has just begun; Black is the reader. */
export function snapshotOf(change: Partial<Snapshot> = {}): Snapshot {
  return {
    game: "g1",
    seq: 1,
    state: "live",
    setup: {
      cols: 5,
      rows: 5,
      ruleset: "chinese",
      ruleset_name: { zh: "中国规则", en: "Chinese rules" },
      unit: "zi",
      komi: "7.5",
      handicap: 0,
      free_handicap: false,
      time: { black: CONTROL, white: CONTROL },
      private: false,
      rated: false,
      here: false,
    },
    players: { black: { id: "u1", name: "Lu" }, white: { id: "u2", name: "Lin" } },
    you: ["black"],
    phase: "play",
    to_move: "black",
    paused: false,
    start: { black: [], white: [] },
    line: [],
    stones: { black: [], white: [] },
    ko: null,
    prisoners: { black: 0, white: 0 },
    clock: clockAt(1000, "black"),
    marking: null,
    agreed: { black: false, white: false },
    cycle: null,
    asks: [],
    present: { black: true, white: true },
    watchers: 0,
    result: null,
    result_text: null,
    count: null,
    chat: [],
    ...change,
  };
}

export const snapshotFrame = (change: Partial<Snapshot> = {}): GameFrame => ({
  t: "snapshot",
  ...snapshotOf(change),
});

/** An event with number `seq`; what is not given is as in a running game. */
export function eventFrame(
  seq: number,
  d: EventBody,
  change: Partial<EventFrame> = {},
): GameFrame & { t: "event" } {
  return {
    t: "event",
    game: "g1",
    seq,
    at: 1000 + seq,
    d,
    prisoners: { black: 0, white: 0 },
    clock: clockAt(1000 + seq, "black"),
    phase: "play",
    to_move: "black",
    ...change,
  };
}

const other = (color: Color): Color => (color === "black" ? "white" : "black");

/** Moves in turn from a number on: `["B2", "pass", …]`, Black first unless told. */
export function moveFrames(first: number, moves: string[], by: Color = "black"): GameFrame[] {
  let mover = by;
  return moves.map((at, index) => {
    const d = { move: { by: mover, at } };
    mover = other(mover);
    return eventFrame(first + index, d, { to_move: mover });
  });
}
