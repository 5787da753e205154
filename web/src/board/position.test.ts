import { describe, expect, it } from "vitest";
import { fromVertex, square, toVertex } from "./points";
import { type Played, Position, refused } from "./position";
import type { Color, Size } from "./types";

const nine = square(9);
const point = (text: string, size: Size = nine) => fromVertex(text, size)!;
const names = (points: readonly number[], size: Size = nine) => points.map(p => toVertex(p, size));

function played(position: Position, color: Color, vertex: string): Played {
  const result = position.play(color, point(vertex, position.size));
  if (refused(result)) throw new Error(`${vertex}: ${result.why}`);
  return result;
}

describe("a position", () => {
  const ko = () => Position.fromStones(nine, ["D5", "E6", "E4"], ["F6", "G5", "F4", "E5"]);

  it("forbids taking a ko back at once, to the other side alone, until a play elsewhere or a pass", () => {
    const taken = played(ko(), "black", "F5");
    expect(names(taken.captured)).toEqual(["E5"]);
    expect(taken.position.prisoners).toEqual({ black: 1, white: 0 });
    expect(taken.position.ko).toBe(point("E5"));
    expect(taken.position.play("white", point("E5"))).toEqual({ why: "ko" });
    expect(refused(taken.position.play("black", point("E5")))).toBe(false);
    expect(names(played(taken.position.pass(), "white", "E5").captured)).toEqual(["F5"]);
    const away = played(taken.position, "white", "A1").position;
    expect(names(played(played(away, "black", "A9").position, "white", "E5").captured)).toEqual(["F5"]);
  });

  it("does not change when played on", () => {
    const before = ko();
    const hash = before.hash;
    played(before, "black", "F5");
    expect(before.hash).toBe(hash);
    expect(before.prisoners).toEqual({ black: 0, white: 0 });
  });

  it("refuses a play that repeats an earlier position, and says which", () => {
    const start = ko();
    const seen = new Map([[start.hash, 12]]);
    const taken = played(start, "black", "F5").position.pass();
    expect(taken.play("white", point("E5"), { seen })).toEqual({ why: "repetition", move: 12 });
  });

  it("knows chains and liberties", () => {
    const position = Position.fromStones(nine, ["C3", "C4", "D4"], ["D3", "C5"]);
    expect(names(position.chain(point("C3")))).toEqual(["C4", "D4", "C3"]);
    expect(names(position.liberties(point("C3")))).toEqual(["D5", "B4", "E4", "B3", "C2"]);
    expect(position.liberties(point("A1"))).toEqual([]);
    expect(position.chains().map(({ chain }) => chain.length)).toEqual([1, 3, 1]);
  });

  it("may be edited; the ko is then gone", () => {
    const taken = played(ko(), "black", "F5").position;
    const edited = taken.with([[point("A1"), "white"]]);
    expect(edited.at(point("A1"))).toBe("white");
    expect(edited.ko).toBeNull();
    expect(taken.at(point("A1"))).toBeNull();
  });

  it("does not take stones of another board", () => {
    expect(() => Position.of(nine, [])).toThrow(RangeError);
  });
});
