import { beforeEach, describe, expect, it } from "vitest";
import { setLanguage } from "../i18n";
import { fromRows, pointMap, pointSet } from "./diagram";
import { fromVertex, square } from "./points";
import { boardName, boardWords, groupWords, pointName } from "./speech";

const position = fromRows([".....", ".X.O.", "XX...", ".....", "....."]);
const { size, stones } = position;
const at = (vertex: string) => fromVertex(vertex, size)!;
const name = (vertex: string, more = {}, pending: number | null = null) =>
  pointName(at(vertex), { size, stones, ...more }, "a1", pending);

describe("in Chinese", () => {
  beforeEach(() => setLanguage("zh"));

  it("a point says where it is, what stands there, and its marks", () => {
    expect(name("B4", { last: at("B4") })).toBe("B4，黑，最后一手");
    expect(name("C3", { ko: at("C3") })).toBe("C3，空，劫，现在不能下");
    expect(name("D4", { dead: pointSet(size, ["D4"]), numbers: pointMap(size, { D4: 7 }) })).toBe(
      "D4，白，第 7 手，死子",
    );
    expect(name("C3", {}, at("C3"))).toContain("待落");
  });

  it("coordinates are spoken as preferred", () => {
    expect(pointName(at("B4"), { size, stones }, "zh", null)).toBe("2 之 二，黑");
  });

  it("a group says its stones and liberties", () => {
    expect(groupWords(at("D4"), position, "a1")).toBe("白，1 子，4 口气，D5，C4，E4，D3");
    expect(groupWords(at("B4"), position, "a1")).toBe("黑，3 子，6 口气");
    expect(groupWords(at("E1"), position, "a1")).toBe("这里没有子。");
  });

  it("the board is said row by row, empty rows left out", () => {
    expect(boardWords(position, "a1")).toEqual(["第 4 行：B 黑，D 白", "第 3 行：A 黑，B 黑"]);
    expect(boardWords(fromRows(["."]), "a1")).toEqual(["棋盘上没有棋子。"]);
    expect(boardName(square(19))).toBe("19 路棋盘");
    expect(boardName({ cols: 9, rows: 21 })).toBe("9 × 21 棋盘");
  });
});

describe("in English", () => {
  beforeEach(() => setLanguage("en"));

  it("the same in its words", () => {
    expect(name("B4", { last: at("B4") })).toBe("B4, Black, last move");
    expect(groupWords(at("D4"), position, "a1")).toBe("White, 1 stone, 4 liberties, D5, C4, E4, D3");
  });

  it("owners, sureness, arrows and shapes have words", () => {
    const owners = stones.map((_, point) => (point === 0 ? ("shared" as const) : ("black" as const)));
    expect(name("A5", { owners })).toBe("A5, empty, shared point");
    expect(name("B5", { owners })).toBe("B5, empty, Black territory");
    expect(name("B4", { owners })).toBe("B4, Black");
    const heat = stones.map((_, point) => (point === 0 ? -0.9 : 0.01));
    expect(name("A5", { heat })).toBe("A5, empty, 90% White");
    expect(name("B5", { heat })).toBe("B5, empty");
    expect(name("A5", { arrows: [{ from: 0, to: at("B4") }] })).toBe("A5, empty, arrow to B4");
    expect(
      name("A5", { shapes: pointMap(size, { A5: "triangle" }), labels: pointMap(size, { A5: "A" }) }),
    ).toBe("A5, empty, marked A, triangle");
    expect(name("A5", { describe: () => "your move" })).toBe("A5, empty, your move");
  });
});
