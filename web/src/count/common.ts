// Steps that both ways of counting share, and pictures that build up.

import type { Judgement } from "../api/types";
import type { BoardProps, Color, Point } from "../board/types";
import { t } from "../i18n";
import { colorName, line, stoneColor } from "./figures";
import type { Final } from "./final";
import type { Flight, Lids, Picture, Step } from "./stage";

/** The first picture of a step stands this long before anything moves. */
export const LOOK = 900;

/** Pictures that build up take about this long together. */
const BUILD_UP = 2200;

/** The pace of so many pictures: never a flicker, never longer than needed. */
export function pace(pictures: number, slowest = 500): number {
  return Math.round(Math.min(slowest, Math.max(40, BUILD_UP / Math.max(1, pictures))));
}

/** A list in so many equal parts, growing: the first part, then the first two, … */
export function growing<T>(list: readonly T[], parts: number): T[][] {
  const count = Math.min(parts, list.length);
  return Array.from({ length: count }, (_, index) =>
    list.slice(0, Math.round(((index + 1) * list.length) / count)),
  );
}

/** One stone flies so long. */
export const FLIGHT = 900;

/** Stones leave one after the other, at most so far apart; many stones leave together in about three seconds. */
const APART = 30;
const ALL_AWAY = 3000;

export function apartOf(stones: number): number {
  return Math.min(APART, ALL_AWAY / Math.max(1, stones));
}

/** A picture that stands until its flights have ended. */
export function flying(picture: Omit<Picture, "ms" | "flights">, flights: Flight[]): Picture {
  const last = Math.max(0, ...flights.map(({ delay }) => delay));
  return { ...picture, flights, ms: FLIGHT + last };
}

export const opponent = (color: Color): Color => (color === "black" ? "white" : "black");

/** 提走死子. `lids` are what both sides keep afterwards, where that counts. */
export function deadStep(judged: Judgement, final: Final, lids?: Lids): Step {
  const { black, white } = deadBy(final);
  const stay = judged.count.rules.all_alive;
  const marked: Picture = { stones: final.before, dead: final.dead, ms: LOOK };
  const leaving = stay ? [] : leavingStones(final);
  const off: Picture[] = leaving.length > 0 ? [flying({ stones: final.after }, leaving)] : [];
  return {
    id: "dead",
    sentence: deadSentence(black, white, stay),
    lines: [
      line(t("count.line.dead", { side: colorName("black") }), stay ? 0 : black),
      line(t("count.line.dead", { side: colorName("white") }), stay ? 0 : white),
    ],
    pictures: [marked, ...off, { stones: final.after, dead: stay ? final.dead : undefined, ms: LOOK }],
    lids: lids ?? (leaving.length > 0 ? { black: white, white: black, shown: false } : undefined),
  };
}

/** Dead stones go to the other side's lid, one after the other in reading order. */
function leavingStones(final: Final): Flight[] {
  const dead = [...final.dead].sort((a, b) => a - b);
  const apart = apartOf(dead.length);
  return dead.map((from, index) => {
    const color = final.before[from]!;
    return { color, from, to: opponent(color), look: "dead", delay: apart * index };
  });
}

function deadBy(final: Final): Record<Color, number> {
  const of = (color: Color) => [...final.dead].filter(point => final.before[point] === color).length;
  return { black: of("black"), white: of("white") };
}

function deadSentence(black: number, white: number, stay: boolean): string {
  const n = black + white;
  if (n === 0) return t("count.dead.none");
  if (stay) return t("count.dead.stay", { n });
  if (black > 0 && white > 0) return t("count.dead.both", { black, white });
  return t("count.dead.one", { n, side: stoneColor(black > 0 ? "black" : "white") });
}

/** The points a side counts, and its stones among them. */
export function ownArea(final: Final, side: Color): { area: Set<Point>; stones: Set<Point> } {
  const area = new Set([...final.owned[side]].filter(point => !final.uncounted.has(point)));
  const stones = new Set([...area].filter(point => final.after[point] === side));
  return { area, stones };
}

type Blocks = NonNullable<BoardProps["blocks"]>;

/** What stands in the blocks that were counted: 10 20 30 … */
export const litText =
  (upTo: number) =>
  (index: number): string | undefined =>
    index < upTo ? String(10 * (index + 1)) : undefined;

/** Lights the block that is being counted up. */
export const lightUp = (blocks: Blocks, upTo: number): Blocks =>
  blocks.map((block, index) => ({ ...block, lit: index === upTo - 1 }));
