// Final positions for tests, counted here in the simplest way there is.

import type { CountTerms, Judgement } from "../api/types";
import { neighbours, toVertex } from "../board/points";
import type { Color, Point, Size } from "../board/types";

/** A small generator with a seed, so that a failure can be repeated. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A finished position by chance: a wandering border, stones thicker near it, a few dead ones behind it. */
export function finished(size: Size, next: () => number): { stones: (Color | null)[]; dead: Point[] } {
  const slope = next() * 2 - 1;
  const middle = size.cols * (0.25 + next() / 2);
  const waves = 1 + next() * 3;
  const density = 0.1 + next() * 0.5;
  const dead: Point[] = [];
  const stones = Array.from({ length: size.cols * size.rows }, (_, point): Color | null => {
    const row = Math.floor(point / size.cols);
    const off = (point % size.cols) - (middle + slope * (row - size.rows / 2) + waves * Math.sin(row / 2));
    const color = off < 0 ? "black" : "white";
    if (Math.abs(off) < 1.6 || next() < density) return color;
    if (next() > 0.05) return null;
    dead.push(point);
    return color === "black" ? "white" : "black";
  });
  return { stones, dead };
}

type Rules = { scoring: "area" | "territory" | "stones"; unit: "zi" | "point" | "lu"; halves: boolean };

/** The judgement of a position: stones and empty regions that touch one colour alone. */
export function judgementOf(
  size: Size,
  before: (Color | null)[],
  dead: Point[],
  rules: Rules,
  komi: number,
  prisoners: Record<Color, number>,
): Judgement {
  const off = new Set(dead);
  const after = before.map((stone, point) => (off.has(point) ? null : stone));
  const owner = ownersByFlood(size, after);
  const points = (of: Color | null) =>
    owner.flatMap((one, point) => (one === of ? [toVertex(point, size)] : []));
  const count = (list: (Color | null)[], color: Color) => list.filter(one => one === color).length;
  const neutral = owner.filter(one => one === null).length;
  const side = (color: Color): CountTerms["sides"]["black"] => {
    const stones = count(after, color);
    const surrounded = count(owner, color) - stones;
    const taken = dead.filter(point => before[point] !== color).length;
    const half = rules.scoring === "area" && rules.halves ? neutral / 2 : 0;
    const held = prisoners[color] + taken;
    const all = { area: stones + surrounded + half, territory: surrounded + held, stones }[rules.scoring];
    return {
      stones,
      surrounded,
      seki_eyes: 0,
      unfilled: 0,
      area: stones + surrounded,
      territory: surrounded,
      prisoners: prisoners[color],
      dead_taken: taken,
      pass_stones: 0,
      groups: 0,
      tax: 0,
      button: 0,
      penalty_gain: 0,
      count: all,
      total: rules.unit !== "zi" && color === "white" ? all + komi : all,
    };
  };
  const sides = { black: side("black"), white: side("white") };
  const base = (sides.black.count + sides.white.count) / 2;
  const margin = sides.black.count - sides.white.count - komi;
  const winner = margin === 0 ? null : margin > 0 ? "black" : "white";
  const terms: CountTerms = {
    sides,
    neutral,
    base,
    threshold: { black: base + komi / 2, white: base - komi / 2 },
    komi,
    extra_komi: 0,
    compensation: 0,
    margin,
    winner,
    tie: null,
    result: "",
    text: { zh: "", en: "" },
  };
  const words = { zh: "规则", en: "rules" };
  const list = (color: Color) =>
    before.flatMap((stone, point) => (stone === color ? [toVertex(point, size)] : []));
  return {
    cols: size.cols,
    rows: size.rows,
    players: { black: "甲", white: "乙" },
    moves: 200,
    handicap: 0,
    stones: { black: list("black"), white: list("white") },
    prisoners,
    marks: {
      from: "players",
      dead: dead.map(point => toVertex(point, size)),
      seki: [],
      unsettled: [],
      contested: [],
      groups: [],
    },
    decided: true,
    result: null,
    result_text: null,
    count: {
      rules: { id: "sample", name: words, all_alive: false, ...rules },
      terms,
      owners: {
        black: points("black"),
        white: points("white"),
        neutral: points(null),
        seki: [],
        uncounted: [],
        unfilled: [],
      },
      lines: [],
    },
    lab: [],
  };
}

/** Whose each point is; null where a region touches both colours or none. */
function ownersByFlood(size: Size, stones: readonly (Color | null)[]): (Color | null)[] {
  const owner = [...stones];
  const seen = new Set<Point>();
  stones.forEach((stone, first) => {
    if (stone || seen.has(first)) return;
    seen.add(first);
    const region = [first];
    const touched = new Set<Color>();
    for (let at = 0; at < region.length; at++) {
      for (const near of neighbours(region[at]!, size)) {
        const there = stones[near];
        if (there) touched.add(there);
        else if (!seen.has(near)) {
          seen.add(near);
          region.push(near);
        }
      }
    }
    const only = touched.size === 1 ? [...touched][0]! : null;
    for (const point of region) owner[point] = only;
  });
  return owner;
}
