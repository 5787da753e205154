// What the setup sheet collects, and what becomes of it: a request, a summary, or errors beside their fields.

import { isRecord, readStored, writeStored } from "../api/stored";
import type { ColorChoice, CreateGame, Opponent, Placement, StartFrom } from "../api/types";
import { badFields, type Clock, clockText, isClock } from "./clocks";
import { fixedStones } from "./handicap";

export type With = "friend" | "seek" | "engine" | "here";

export type Repetition = "" | "simple" | "positional" | "situational" | "natural-situational";

export type Draft = {
  with: With;
  cols: number;
  rows: number;
  clock: Clock;
  /** White's, where it differs. */
  clockWhite: Clock | null;
  ruleset: string;
  /** Another rule of repetition than the ruleset's. */
  repetition: Repetition;
  color: ColorChoice;
  level: number;
  handicap: number;
  placement: Placement;
  /** In points or, with 子 behind it, in 子; the ruleset's when empty. */
  komi: string;
  seats: boolean | null;
  private: boolean;
  rated: boolean;
  start: Start;
};

/** Where the game begins. */
export type Start =
  | { kind: "empty" }
  | { kind: "record"; text: string; name: string; moves: string }
  | { kind: "position"; black: string[]; white: string[]; toMove: "black" | "white" };

const clock = (pace: Clock["pace"]): Clock => ({ pace, system: "byoYomi", numbers: {} });

/** The number of 15 kyu, somebody with some games behind him; without ranks the server takes the level that is like it. */
const FIRST = 16;

/** What a first visitor is offered. */
export function usual(kind: With): Draft {
  const small = kind === "engine" ? 9 : kind === "here" ? 13 : 19;
  return {
    with: kind,
    cols: small,
    rows: small,
    clock: clock(small === 19 ? "normal" : "none"),
    clockWhite: null,
    ruleset: "chinese",
    repetition: "",
    color: kind === "engine" ? "black" : "random",
    level: FIRST,
    handicap: 0,
    placement: "ruleset",
    komi: "",
    seats: null,
    private: false,
    rated: false,
    start: { kind: "empty" },
  };
}

const STORE = "shoutan.setup";

/** The last choice for this kind of opponent; a start is not kept. */
export function remembered(kind: With): Draft {
  const all = readStored(STORE);
  const kept = isRecord(all) ? all[kind] : null;
  return { ...usual(kind), ...(isRecord(kept) ? known(kept) : {}) };
}

const isText = (value: unknown) => typeof value === "string";
const isSwitch = (value: unknown) => typeof value === "boolean";

/** What a stored choice may hold; the opponent and the start are not taken from it. */
const FITS: { [K in keyof Omit<Draft, "with" | "start">]: (value: unknown) => boolean } = {
  cols: Number.isInteger,
  rows: Number.isInteger,
  clock: isClock,
  clockWhite: value => value === null || isClock(value),
  ruleset: isText,
  repetition: value => isText(value) && REPETITIONS.has(value as Repetition),
  color: value => value === "random" || value === "black" || value === "white",
  level: value => whole(Number(value), 1, HIGHEST),
  handicap: Number.isInteger,
  placement: value => value === "ruleset" || value === "fixed" || value === "free",
  komi: isText,
  seats: value => value === null || isSwitch(value),
  private: isSwitch,
  rated: isSwitch,
};

const REPETITIONS = new Set<Repetition>(["", "simple", "positional", "situational", "natural-situational"]);

function known(kept: Record<string, unknown>): Partial<Draft> {
  return Object.fromEntries(
    Object.entries(FITS).flatMap(([name, fits]) => (fits(kept[name]) ? [[name, kept[name]]] : [])),
  );
}

/** The draft that an address asks for: `?with=engine&size=9&level=1`. What it does not name is as remembered. */
export function asked(kind: With, query: URLSearchParams): Draft {
  const draft = remembered(kind);
  const size = Number(query.get("size"));
  const level = Number(query.get("level"));
  if (whole(size, SMALLEST, LARGEST)) Object.assign(draft, { cols: size, rows: size });
  if (whole(level, 1, HIGHEST)) draft.level = level;
  return draft;
}

/** Keeps a choice for the next time. */
export function remember(draft: Draft): void {
  const all = readStored(STORE);
  const { start: _, ...kept } = draft;
  writeStored(STORE, { ...(isRecord(all) ? all : {}), [draft.with]: kept });
}

/** The draft for another opponent, keeping the terms. */
export function toOther(draft: Draft, kind: With): Draft {
  return { ...draft, with: kind, private: kind === "seek" ? false : draft.private };
}

/** Fields that can be wrong, and the text that says how. */
export type Problem = {
  field: "cols" | "rows" | "time" | "komi" | "handicap" | "start";
  text: "size" | "time" | "komi" | "handicap" | "record" | "moves" | "position";
};

/** The number of 9 dan, the highest level. */
const HIGHEST = 39;
const SMALLEST = 2;
const LARGEST = 25;
const whole = (n: number, min: number, max: number) => Number.isInteger(n) && n >= min && n <= max;

/** What stops the game from being made; the server says the rest. */
export function problems(draft: Draft): Problem[] {
  const found: Problem[] = [];
  if (draft.start.kind !== "record") {
    if (!whole(draft.cols, SMALLEST, LARGEST)) found.push({ field: "cols", text: "size" });
    if (!whole(draft.rows, SMALLEST, LARGEST)) found.push({ field: "rows", text: "size" });
  }
  const clocks = [draft.clock, ...(draft.clockWhite ? [draft.clockWhite] : [])];
  if (clocks.some(one => badFields(one).length > 0)) found.push({ field: "time", text: "time" });
  if (draft.komi.trim() !== "" && !komiFits(draft)) found.push({ field: "komi", text: "komi" });
  if (draft.start.kind === "empty" && !handicapFits(draft))
    found.push({ field: "handicap", text: "handicap" });
  return [...found, ...startProblems(draft.start)];
}

function startProblems(start: Start): Problem[] {
  if (start.kind === "record") {
    if (!start.text.trim()) return [{ field: "start", text: "record" }];
    if (start.moves !== "" && !whole(Number(start.moves), 0, 2000))
      return [{ field: "start", text: "moves" }];
  }
  if (start.kind === "position" && start.black.length + start.white.length === 0) {
    return [{ field: "start", text: "position" }];
  }
  return [];
}

/** Whether Black puts the handicap stones as he likes. */
export function freeHandicap({ placement, ruleset }: Draft): boolean {
  return placement === "free" || (placement === "ruleset" && FREE_BY_RULE.has(ruleset));
}

/** Rulesets whose handicap stones Black puts as he likes. */
const FREE_BY_RULE = new Set(["ing", "nz", "tromp_taylor"]);

/** Whether so many stones can be given: the fixed places, or room to play beside free ones. */
function handicapFits(draft: Draft): boolean {
  const { handicap, cols, rows } = draft;
  if (handicap < 2) return handicap === 0;
  return freeHandicap(draft)
    ? whole(handicap, 2, cols * rows - 2)
    : fixedStones(handicap, { cols, rows }) !== null;
}

/** Whether the komi can be counted, and is no more than the board. */
function komiFits({ komi, cols, rows }: Draft): boolean {
  const points = komiPoints(komi);
  return points !== null && Math.abs(points) <= cols * rows;
}

/** Komi in points from `7.5`, `3.75子`, `3¾ 子`; null where it is none the rules can count. */
export function komiPoints(text: string): number | null {
  const found = /^(-?)(\d*)([¼½¾]|\.\d+)?\s*(子|zi|目|点)?$/i.exec(text.trim().replace(/^−/, "-"));
  if (!found || (!found[2] && !found[3])) return null;
  const part = { "¼": 0.25, "½": 0.5, "¾": 0.75 }[found[3] ?? ""] ?? Number(found[3] ?? 0);
  const n = (found[1] ? -1 : 1) * (Number(found[2]) + part);
  const points = /子|zi/i.test(found[4] ?? "") ? n * 2 : n;
  return Number.isInteger(points * 2) ? points : null;
}

function opponentOf(draft: Draft): Opponent {
  switch (draft.with) {
    case "friend":
      return { kind: "link" };
    case "engine":
      return { kind: "engine", level: draft.level };
    default:
      return { kind: draft.with };
  }
}

function startOf(start: Start): StartFrom | null {
  if (start.kind === "empty") return null;
  if (start.kind === "record") {
    return { kind: "record", text: start.text, moves: start.moves === "" ? null : Number(start.moves) };
  }
  return { kind: "position", black: start.black, white: start.white, to_move: start.toMove };
}

/** The request of a draft without problems. */
export function toRequest(draft: Draft): CreateGame {
  const komi = draft.komi.trim() === "" ? null : String(komiPoints(draft.komi));
  const white = draft.clockWhite && clockText(draft.clockWhite);
  const plain = draft.start.kind === "empty";
  return {
    opponent: opponentOf(draft),
    color: draft.with === "here" ? "black" : draft.color,
    cols: draft.cols,
    rows: draft.rows,
    ruleset: draft.repetition ? `${draft.ruleset} repetition=${draft.repetition}` : draft.ruleset,
    time: clockText(draft.clock),
    time_white: white && white !== clockText(draft.clock) ? white : null,
    komi,
    handicap: plain ? draft.handicap : 0,
    placement: draft.placement,
    seats: plain ? draft.seats : null,
    private: draft.private,
    rated: draft.rated,
    start: startOf(draft.start),
  };
}

/** Whether the results are in 子. */
export const countsZi = (ruleset: string): boolean => /^(chinese|rangxian|mingqing|dunhuang)/.test(ruleset);
