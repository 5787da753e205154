import { beforeAll, describe, expect, it } from "vitest";
import type { Color } from "../board/types";
import { setLanguage } from "../i18n";
import { areaSteps } from "./area";
import { finalOf } from "./final";
import { finished, judgementOf, random } from "./sample";
import type { Step } from "./stage";
import { territorySteps } from "./territory";

beforeAll(() => setLanguage("en"));

const FRACTIONS: Record<string, number> = { "¼": 0.25, "½": 0.5, "¾": 0.75 };

/** The number at the start of a text such as `−184¼ 子`. */
function amount(text: string): number {
  const [, sign, whole, part] = /^([+−]?)(\d*)([¼½¾]?)/.exec(text)!;
  return (Number(whole) + (FRACTIONS[part!] ?? 0)) * (sign === "−" ? -1 : 1);
}

/** Sums of the lines up to each line that is a total; a total is where a new sum begins unless it `runs` on. */
function groups(step: Step): { parts: number; total: number }[] {
  const found: { parts: number; total: number }[] = [];
  let parts = 0;
  for (const { value, look } of step.lines) {
    if (look === "total") {
      found.push({ parts, total: amount(value) });
      parts = 0;
    } else parts += amount(value);
  }
  return found;
}

const stonesOf = (step: Step, side: Color): number =>
  step.pictures.at(-1)!.stones.filter(stone => stone === side).length;

function rounds(seed: number, each: (size: { cols: number; rows: number }, next: () => number) => void) {
  const next = random(seed);
  for (let round = 0; round < 25; round++) {
    each({ cols: 2 + Math.floor(next() * 24), rows: 2 + Math.floor(next() * 24) }, next);
  }
}

const NOBODY = { black: 0, white: 0 };

describe("a count of stones and points", () => {
  it("comes to the count before it was tidied, for either side", { timeout: 30_000 }, () => {
    rounds(7, (size, next) => {
      const { stones, dead } = finished(size, next);
      const rules = { scoring: "area", unit: "zi", halves: true } as const;
      const judged = judgementOf(size, stones, dead, rules, 7.5, NOBODY);
      for (const side of ["black", "white"] as const) {
        const steps = areaSteps(judged, finalOf(judged), side);
        expect(steps.map(step => step.id)).toEqual([
          "dead",
          "shared",
          "side",
          "tens",
          "points",
          "stones",
          "result",
        ]);
        const count = judged.count.terms.sides[side].count;
        const tens = steps[3]!;
        const blocks = tens.pictures.at(-1)!.blocks!.length;
        expect(stonesOf(tens, side) + 10 * blocks + judged.count.terms.neutral / 2).toBe(count);
        const [own, threshold] = groups(steps[6]!);
        expect(own).toEqual({ parts: count, total: count });
        const wanted = judged.count.terms.threshold[side];
        expect(threshold).toEqual({ parts: wanted, total: wanted });
      }
    });
  });

  it("numbers every tenth stone and the last", () => {
    const size = { cols: 9, rows: 9 };
    const { stones, dead } = finished(size, random(3));
    const rules = { scoring: "stones", unit: "zi", halves: true } as const;
    const judged = judgementOf(size, stones, dead, rules, 0, NOBODY);
    const steps = areaSteps(judged, finalOf(judged), "black");
    expect(steps.map(step => step.id)).toEqual(["dead", "side", "stones", "result"]);
    const counted = [...steps[2]!.pictures.at(-1)!.numbers!.values()];
    const all = judged.count.terms.sides.black.stones;
    expect(counted.at(-1)).toBe(all);
    expect(counted.slice(0, -1).every(count => count % 10 === 0)).toBe(true);
    expect(counted.length).toBe(Math.ceil(all / 10));
  });

  it("adds White's komi where points are counted", () => {
    const size = { cols: 13, rows: 13 };
    const { stones, dead } = finished(size, random(5));
    const rules = { scoring: "area", unit: "point", halves: false } as const;
    const judged = judgementOf(size, stones, dead, rules, 6.5, NOBODY);
    const steps = areaSteps(judged, finalOf(judged), "black");
    const [own, white] = groups(steps.at(-1)!);
    expect(own!.total - white!.total).toBe(judged.count.terms.margin);
  });
});

describe("a count of points and prisoners", () => {
  it("comes to the same margin filled in or added up", { timeout: 30_000 }, () => {
    rounds(11, (size, next) => {
      const { stones, dead } = finished(size, next);
      const rules = { scoring: "territory", unit: "point", halves: false } as const;
      const prisoners = { black: Math.floor(next() * 20), white: Math.floor(next() * 20) };
      const judged = judgementOf(size, stones, dead, rules, 6.5, prisoners);
      for (const tally of [false, true]) {
        const steps = territorySteps(judged, finalOf(judged), tally);
        expect(steps.map(step => step.id)).toEqual(["dead", "fill", "tens", "black", "white", "result"]);
        const [black, white] = groups(steps[5]!);
        expect([0, black!.total]).toContain(black!.parts);
        expect(white!.parts).toBe(white!.total);
        expect(black!.total - white!.total).toBe(judged.count.terms.margin);
        for (const step of [steps[3]!, steps[4]!]) {
          const [points] = groups(step);
          expect(points!.parts).toBe(points!.total);
        }
      }
    });
  });

  it("keeps what is on the board while it is tidied", () => {
    const size = { cols: 19, rows: 19 };
    const { stones, dead } = finished(size, random(1));
    const rules = { scoring: "territory", unit: "point", halves: false } as const;
    const judged = judgementOf(size, stones, dead, rules, 6.5, { black: 3, white: 5 });
    const [, fill, tens] = territorySteps(judged, finalOf(judged), false);
    for (const side of ["black", "white"] as const) {
      expect(stonesOf(tens!, side)).toBe(stonesOf(fill!, side));
    }
  });
});
