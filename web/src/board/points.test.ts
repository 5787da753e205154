import { describe, expect, it } from "vitest";
import type { Coordinates } from "../ui/prefs";
import {
  area,
  chineseNumber,
  formatPoint,
  fromVertex,
  neighbours,
  parsePoint,
  pointAt,
  spokenPoint,
  square,
  toVertex,
} from "./points";

const nineteen = square(19);
const at = (col: number, row: number, size = nineteen) => pointAt(col - 1, row - 1, size)!;

describe("vertices", () => {
  it("name columns by letters without I and rows from below", () => {
    expect(toVertex(at(16, 4), nineteen)).toBe("Q16");
    expect(toVertex(at(9, 1), nineteen)).toBe("J19");
    expect(toVertex(at(25, 25, square(25)), square(25))).toBe("Z1");
    expect(toVertex(at(21, 1, { cols: 21, rows: 9 }), { cols: 21, rows: 9 })).toBe("V9");
  });

  it("come back as the same point on every size and rectangle", () => {
    for (const size of [square(1), square(2), square(25), { cols: 9, rows: 21 }, { cols: 21, rows: 9 }]) {
      for (let point = 0; point < area(size); point++) {
        expect(fromVertex(toVertex(point, size), size)).toBe(point);
      }
    }
  });

  it("that are not on the board are no point", () => {
    for (const text of ["pass", "I5", "T20", "A0", "", "A", "5A", "U1"]) {
      expect(fromVertex(text, nineteen)).toBeNull();
    }
  });
});

describe("typed points", () => {
  const styles: Coordinates[] = ["a1", "11", "zh", "sgf", "none"];

  it("are read as they are shown, in every style, on every size", () => {
    for (const size of [square(2), square(9), nineteen, square(25), { cols: 9, rows: 21 }]) {
      for (let point = 0; point < area(size); point++) {
        for (const style of styles) {
          expect(parsePoint(formatPoint(point, size, style), size)).toBe(point);
        }
      }
    }
  });

  it.each([
    "Q16",
    "q16",
    " q 16 ",
    "Ｑ１６",
    "16-4",
    "16 4",
    "16–4",
    "16.4",
    "16,4",
    "16，4",
    "16．四",
    "16.四路",
    "16·四",
    "16。四",
    "16、四",
    "16之四",
    "16之4",
    "十六之四",
    "十六四",
    "十六・四",
    "16四",
    "pd",
    "PD",
    "p d",
  ])("reads %s as Q16", text => {
    expect(parsePoint(text, nineteen)).toBe(at(16, 4));
  });

  it("takes numerals without a separator only where one reading is a point", () => {
    expect(parsePoint("二十一", nineteen)).toBe(at(2, 11));
    expect(parsePoint("二十一", square(25))).toBeNull();
    expect(parsePoint("三三", nineteen)).toBe(at(3, 3));
    expect(parsePoint("164", nineteen)).toBeNull();
  });

  it.each(["", "Q", "16", "Q20", "20-1", "0-3", "zz", "四", "pass", "Q16x", "一-", "-4"])(
    "does not take %s for a point",
    text => {
      expect(parsePoint(text, nineteen)).toBeNull();
    },
  );
});

it("points are spoken without a dash", () => {
  expect(spokenPoint(at(16, 4), nineteen, "11", "en")).toBe("16 4");
  expect(spokenPoint(at(16, 4), nineteen, "zh", "zh")).toBe("16 之 四");
  expect(spokenPoint(at(16, 4), nineteen, "sgf", "en")).toBe("p d");
  expect(spokenPoint(at(16, 4), nineteen, "none", "zh")).toBe("Q16");
});

it("numbers are written in Chinese numerals", () => {
  expect([1, 10, 11, 19, 20, 25].map(chineseNumber)).toEqual(["一", "十", "十一", "十九", "二十", "二十五"]);
});

it("corner, edge and middle have two, three and four neighbours; 1×1 has none", () => {
  const nine = square(9);
  expect([...neighbours(0, nine)].sort((a, b) => a - b)).toEqual([1, 9]);
  expect(neighbours(4, nine)).toHaveLength(3);
  expect(neighbours(40, nine)).toHaveLength(4);
  expect(neighbours(0, square(1))).toHaveLength(0);
});
