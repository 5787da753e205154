// Steps that both ways of counting share, and pictures that build up.

import type { Judgement } from "../api/types";
import type { Color, Point } from "../board/types";
import { t } from "../i18n";
import { colorName, line, stoneColor } from "./figures";
import type { Final } from "./final";
import type { Picture, Step, SumLine } from "./stage";

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

/** 提走死子. `taken` are the lines about prisoners, where these count. */
export function deadStep(judged: Judgement, final: Final, taken: SumLine[]): Step {
  const { black, white } = deadBy(final);
  const stay = judged.count.rules.all_alive;
  const marked: Picture = { stones: final.before, dead: final.dead, ms: LOOK };
  const order = [...final.dead].sort((a, b) => a - b);
  const leaving = stay || order.length === 0 ? [] : growing(order, 40);
  const pictures = leaving.map(gone => takenOff(final, gone, pace(leaving.length, 60)));
  return {
    id: "dead",
    sentence: deadSentence(black, white, stay),
    lines: [
      line(t("count.line.dead", { side: colorName("black") }), stay ? 0 : black),
      line(t("count.line.dead", { side: colorName("white") }), stay ? 0 : white),
      ...taken,
    ],
    pictures: [marked, ...pictures],
  };
}

function deadBy(final: Final): Record<Color, number> {
  const of = (color: Color) => [...final.dead].filter(point => final.before[point] === color).length;
  return { black: of("black"), white: of("white") };
}

function takenOff(final: Final, gone: Point[], ms: number): Picture {
  const off = new Set(gone);
  const stones = final.before.map((stone, point) => (off.has(point) ? null : stone));
  const dead = new Set([...final.dead].filter(point => !off.has(point)));
  return { stones, dead, ms };
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
