import { describe, expect, it } from "vitest";
import { square, toVertex } from "../board/points";
import { fixedNumbers, fixedStones, seatedStones } from "./handicap";

const names = (stones: number, lines: number) =>
  fixedStones(stones, square(lines))
    ?.map(point => toVertex(point, square(lines)))
    .sort();

describe("fixed handicap stones", () => {
  it("stand where the server puts them", () => {
    expect(names(2, 19)).toEqual(["D4", "Q16"]);
    expect(names(3, 19)).toEqual(["D16", "D4", "Q16"]);
    expect(names(5, 9)).toEqual(["C3", "C7", "E5", "G3", "G7"]);
    expect(names(13, 19)).toContain("G7");
  });

  it("have their number", () => {
    for (const n of fixedNumbers(square(19))) expect(new Set(names(n, 19)).size).toBe(n);
    expect(fixedNumbers(square(19))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 25]);
  });

  it("are fewer on small and even boards", () => {
    expect(fixedNumbers(square(8))).toEqual([2, 3, 4]);
    expect(fixedNumbers(square(5))).toEqual([]);
    expect(fixedStones(5, square(18))).toBeNull();
  });

  it("seat Black on the upper right and lower left", () => {
    const seats = seatedStones(square(19))!;
    expect(seats.black.map(point => toVertex(point, square(19)))).toEqual(["Q16", "D4"]);
    expect(seats.white.map(point => toVertex(point, square(19)))).toEqual(["D16", "Q4"]);
    expect(seatedStones(square(6))).toBeNull();
  });
});
