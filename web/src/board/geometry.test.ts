import { describe, expect, it } from "vitest";
import { measure, nearest, type Spec, starPoints, xOf, yOf } from "./geometry";
import { area, square, toVertex } from "./points";
import type { Size } from "./types";

const room = (size: Size, width: number, more: Partial<Spec> = {}) =>
  measure({ size, width, height: Number.POSITIVE_INFINITY, dpr: 1, coordinates: "a1", ...more });

const SIZES: Size[] = [
  square(1),
  square(2),
  square(9),
  square(19),
  square(25),
  { cols: 9, rows: 21 },
  { cols: 21, rows: 9 },
];

describe("the picture", () => {
  it("fits its width with a cell of whole device pixels, on every size, width and density", () => {
    for (const size of SIZES) {
      for (const width of [280, 320, 360, 706, 1000]) {
        for (const dpr of [1, 1.5, 2, 3]) {
          for (const coordinates of ["a1", "zh", "none"] as const) {
            const g = room(size, width, { dpr, coordinates });
            expect(g.width).toBeLessThanOrEqual(width);
            expect(g.cell * dpr).toBeCloseTo(Math.round(g.cell * dpr), 6);
            expect(g.x0).toBeGreaterThanOrEqual(g.radius);
            expect(xOf(g, size.cols - 1) + g.radius).toBeLessThanOrEqual(g.width);
            expect(yOf(g, area(size) - 1) + g.radius).toBeLessThanOrEqual(g.height);
          }
        }
      }
    }
  });

  it("takes the whole width: what is left over becomes wood on both sides", () => {
    const g = room(square(19), 706);
    expect(g.width).toBe(706);
    expect(Math.abs(g.x0 - (g.width - xOf(g, 18)))).toBeLessThanOrEqual(2);
    expect(g.height).toBe(g.width);
  });

  it("fits a height as well", () => {
    const g = room({ cols: 9, rows: 21 }, 1000, { height: 600 });
    expect(g.height).toBeLessThanOrEqual(600);
    expect(room({ cols: 9, rows: 21 }, 1000, { height: 1200 }).height).toBeLessThanOrEqual(1200);
  });

  it("keeps stones apart and lines on half pixels", () => {
    const diameter = (cell: number) => 2 * room(square(9), 0, { cell }).radius;
    expect([12, 18, 35, 60].map(diameter)).toEqual([11, 17, 34, 58]);
    for (const width of [300, 360, 700]) {
      const g = room(square(19), width);
      expect(g.line).toBe(1);
      expect(g.x0 % 1).toBe(0.5);
      expect(g.y0 % 1).toBe(0.5);
    }
  });

  it("labels two sides of a small board, four of a large one, none of a crop or a thumbnail", () => {
    const sides = (g: ReturnType<typeof room>) => Object.values(g.labelled).filter(Boolean).length;
    expect(sides(room(square(19), 360))).toBe(2);
    expect(sides(room(square(19), 706))).toBe(4);
    expect(sides(room(square(19), 300, { crop: { left: 0, top: 0, right: 8, bottom: 8 } }))).toBe(0);
    expect(sides(room(square(19), 172, { thumbnail: true }))).toBe(0);
    expect(sides(room(square(19), 706, { coordinates: "none" }))).toBe(0);
  });

  it("runs lines on where it is cut", () => {
    const g = room(square(19), 300, { crop: { left: 10, top: 0, right: 18, bottom: 6 } });
    expect(g.cut).toEqual({ left: true, top: false, right: false, bottom: true });
    expect(nearest(g, g.x0, g.y0)).toBe(10);
  });

  it("makes thumbnails of one size", () => {
    for (const size of SIZES) {
      const g = room(size, 172, { height: 172, thumbnail: true });
      expect([g.width, g.height]).toEqual([172, 172]);
    }
  });
});

describe("the nearest point", () => {
  it("is the point itself, on every point of every size", () => {
    for (const size of SIZES) {
      const g = room(size, 500);
      for (let point = 0; point < area(size); point++) {
        expect(nearest(g, xOf(g, point) + 0.4 * g.cell, yOf(g, point) - 0.4 * g.cell)).toBe(point);
      }
    }
  });

  it("is none beyond 0.62 cell outside the outer line", () => {
    const g = room(square(9), 500);
    expect(nearest(g, g.x0 - 0.6 * g.cell, g.y0)).toBe(0);
    expect(nearest(g, g.x0 - 0.65 * g.cell, g.y0)).toBeNull();
    expect(nearest(g, g.x0, g.y0 + 8.65 * g.cell)).toBeNull();
  });
});

describe("star points", () => {
  const names = (size: Size) => starPoints(size).map(point => toVertex(point, size));

  it("stand where the rule book puts them", () => {
    expect(names(square(9)).sort()).toEqual(["C3", "C7", "E5", "G3", "G7"]);
    expect(names(square(13))).toHaveLength(9);
    expect(names(square(19))).toContain("K10");
    expect(names(square(7)).sort()).toEqual(["C3", "C5", "E3", "E5"]);
    expect(names(square(18))).toHaveLength(4);
    expect(names(square(6))).toEqual([]);
    expect(names({ cols: 21, rows: 9 })).toHaveLength(9);
    expect(names({ cols: 9, rows: 5 })).toEqual([]);
  });
});
