import { describe, expect, it } from "vitest";
import { toVertex } from "../board/points";
import { Position } from "../board/position";
import type { Color } from "../board/types";
import { lookForLoose } from "./loose";

function board(rows: string[]): Position {
  const size = { cols: rows[0]!.length, rows: rows.length };
  const stones = [...rows.join("")].map((c): Color | null =>
    c === "X" ? "black" : c === "O" ? "white" : null,
  );
  return Position.of(size, stones);
}

describe("a look before the second pass", () => {
  it("finds neutral points between the two", () => {
    const position = board([".X.O.", ".X.O.", ".XXO.", ".X.O.", ".XXOO"]);
    const { dame, defence } = lookForLoose(position, "white");
    expect(dame.map(point => toVertex(point, position.size))).toEqual(["C5", "C4", "C2"]);
    expect(defence).toBeNull();
  });

  it("says nothing of large regions that both touch", () => {
    expect(lookForLoose(board(["X...O", "X...O", "X...O"]), "black").dame).toEqual([]);
  });

  it("sees a chain that is in atari once the neutral points are filled", () => {
    const found = lookForLoose(board([".XO.O", "XXO.O", "O.OOO", "OO..."]), "black");
    expect(found.dame.length).toBeGreaterThan(0);
    expect(toVertex(found.defence!, { cols: 5, rows: 4 })).toBe("A4");
  });
});
