import { describe, expect, it } from "vitest";
import type { Point, Size } from "../board/types";
import { ownArea } from "./common";
import { finalOf } from "./final";
import { pointsOf, regionsOf, steps } from "./regions";
import { finished, judgementOf, random } from "./sample";
import { type Tidied, tidy } from "./tidy";

const AREA = { scoring: "area", unit: "zi", halves: true } as const;

function check(area: Set<Point>, stones: Set<Point>, size: Size, tidied: Tidied) {
  const covered = tidied.blocks.flatMap(block => pointsOf(block, size));
  // No two blocks share a point, all lie in one part of the area.
  expect(new Set(covered).size).toBe(tidied.blocks.length * 10);
  const regions = regionsOf(area, size);
  for (const block of tidied.blocks) {
    const home = regions.find(region => pointsOf(block, size).every(point => region.has(point)));
    expect(home).toBeDefined();
    const inside = pointsOf(block, size).filter(point => stones.has(point));
    expect(inside.length).toBeLessThanOrEqual(3);
  }
  // Every stone in a block moves once, to its own empty point of the same part, at most four steps away.
  const blocked = new Set(covered);
  expect(new Set(tidied.moved.map(move => move.from))).toEqual(
    new Set(covered.filter(point => stones.has(point))),
  );
  expect(new Set(tidied.moved.map(move => move.to)).size).toBe(tidied.moved.length);
  for (const { from, to } of tidied.moved) {
    expect(steps(from, to, size)).toBeLessThanOrEqual(4);
    expect(stones.has(to) || blocked.has(to)).toBe(false);
    expect(regions.some(region => region.has(from) && region.has(to))).toBe(true);
  }
  // Stones and blocks come to the count before: filled from the bowl, and as empty points alike.
  const afterwards = new Set([...stones, ...tidied.moved.map(move => move.to), ...tidied.left]);
  for (const { from } of tidied.moved) afterwards.delete(from);
  expect(afterwards.size + 10 * tidied.blocks.length).toBe(area.size);
  expect(10 * tidied.blocks.length + tidied.left.length).toBe(area.size - stones.size);
}

describe("tidy", () => {
  it("keeps the count on many finished positions of many sizes", { timeout: 30_000 }, () => {
    const next = random(2026);
    let blocks = 0;
    for (let round = 0; round < 100; round++) {
      const size = { cols: 2 + Math.floor(next() * 24), rows: 2 + Math.floor(next() * 24) };
      const { stones: before, dead } = finished(size, next);
      const judged = judgementOf(size, before, dead, AREA, 7.5, { black: 0, white: 0 });
      const { area, stones } = ownArea(finalOf(judged), "black");
      const tidied = tidy(area, stones, size);
      check(area, stones, size, tidied);
      blocks += tidied.blocks.length;
    }
    expect(blocks).toBeGreaterThan(30);
  });

  it("squares an empty area wholly into tens", () => {
    const size = { cols: 10, rows: 4 };
    const area = new Set(Array.from({ length: 40 }, (_, point) => point));
    expect(tidy(area, new Set(), size)).toMatchObject({ moved: [], left: [] });
    expect(tidy(area, new Set(), size).blocks).toHaveLength(4);
  });

  it("moves a stone out of the way", () => {
    const size = { cols: 6, rows: 2 };
    const area = new Set(Array.from({ length: 12 }, (_, point) => point));
    const tidied = tidy(area, new Set([2, 5]), size);
    expect(tidied.blocks).toHaveLength(1);
    expect(tidied.moved).toHaveLength(1);
    expect(tidied.left).toEqual([]);
  });

  it("makes nothing of areas below ten, of one point, and of none", () => {
    const size = { cols: 9, rows: 9 };
    expect(tidy(new Set([0, 1, 2, 9, 10, 11]), new Set([1]), size).blocks).toEqual([]);
    expect(tidy(new Set([0]), new Set(), { cols: 1, rows: 1 })).toEqual({ blocks: [], moved: [], left: [0] });
    expect(tidy(new Set(), new Set(), size)).toEqual({ blocks: [], moved: [], left: [] });
  });
});
