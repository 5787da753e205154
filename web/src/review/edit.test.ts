import { describe, expect, it } from "vitest";
import { layOut } from "./layout";
import { applyTool, labelsAt, letter, marksAt, type Tool } from "./marks";
import { stateAt } from "./replay";
import { Review } from "./review";
import { sameTrees, Tree } from "./tree";

const size = { cols: 9, rows: 9 };
const at = (col: number, row: number) => row * 9 + col;

describe("marks", () => {
  it("are those of SGF", () => {
    const tree = Tree.parse(
      "(;SZ[9]AB[aa]VW[aa:ee];B[bb]LB[cc:a\\]b][dd:12]TR[aa:ba]SQ[ee]CR[ff]MA[gg]AR[aa:bb]LN[cc:dd]TB[hh]TW[aa]L[ii];VW[])",
    );
    const marks = marksAt(tree, 1, size);
    expect([...marks.labels!]).toEqual([
      [at(8, 8), "A"],
      [at(2, 2), "a]b"],
      [at(3, 3), "12"],
    ]);
    expect([...marks.shapes!]).toEqual([
      [0, "triangle"],
      [1, "triangle"],
      [at(4, 4), "square"],
      [at(5, 5), "circle"],
      [at(6, 6), "cross"],
    ]);
    expect(marks.arrows).toEqual([{ from: 0, to: at(1, 1) }]);
    expect(marks.lines).toEqual([{ from: at(2, 2), to: at(3, 3) }]);
    expect([marks.owners![at(7, 7)], marks.owners![0], [...marks.dead!]]).toEqual(["black", "white", [0]]);
    expect(marks.crop).toEqual({ left: 0, top: 0, right: 4, bottom: 4 });
    expect(marksAt(tree, 2, size).crop).toBeUndefined();
  });

  it("are put and taken with tools", () => {
    let tree = Tree.parse("(;SZ[9];B[aa])");
    const use = (tool: Exclude<Tool, "play">, point: number) => {
      tree = applyTool(tree, 1, tool, point, size);
    };
    use("letter", 10);
    use("letter", 11);
    use("number", 12);
    use("triangle", 11);
    expect([...labelsAt(tree, 1, size)]).toEqual([
      [10, "A"],
      [12, "1"],
    ]);
    use("letter", 13);
    expect(labelsAt(tree, 1, size).get(13)).toBe("B");
    use("letter", 10);
    use("letter", 13);
    use("number", 12);
    use("triangle", 11);
    expect(sameTrees(tree, Tree.parse("(;SZ[9];B[aa])"))).toBe(true);
  });

  it("have letters on and on", () => {
    expect([0, 25, 26, 52].map(letter)).toEqual(["A", "Z", "AA", "BA"]);
  });
});

describe("stones that are set up", () => {
  const start = () => Tree.parse("(;SZ[9]AB[aa][ba])");
  const stones = (tree: Tree) => [0, 1, 2].map(point => stateAt(tree, 0).position.at(point));

  it("are put, changed and taken off", () => {
    let tree = applyTool(start(), 0, "white", 1, size);
    expect(stones(tree)).toEqual(["black", "white", null]);
    tree = applyTool(tree, 0, "black", 2, size);
    tree = applyTool(tree, 0, "erase", 0, size);
    expect(stones(tree)).toEqual([null, "white", "black"]);
    tree = applyTool(tree, 0, "black", 2, size);
    expect(stones(tree)).toEqual([null, "white", null]);
    expect(tree.values(0, "AE")).toBeUndefined();
  });

  it("get a node of their own behind a move", () => {
    const review = new Review(Tree.parse("(;SZ[9];B[aa])"), 1);
    review.useTool("erase", 0);
    expect(review.at.value).toBe(2);
    expect(review.tree.value.get(2)!.properties).toEqual([{ name: "AE", values: ["aa"] }]);
    review.undo();
    expect([review.at.value, review.tree.value.size]).toEqual([1, 2]);
  });
});

describe("a review", () => {
  const open = () => new Review(Tree.parse("(;SZ[9];B[aa];W[bb](;B[cc];W[dd])(;B[ee];W[ff];B[gg]))"));

  it("walks, and goes on by the continuation last taken", () => {
    const review = open();
    review.step(99);
    expect(review.at.value).toBe(4);
    review.variation(1);
    expect(review.at.value).toBe(5);
    review.toStart();
    review.toEnd();
    expect(review.at.value).toBe(7);
    review.step(-2);
    review.variation(-1);
    expect(review.at.value).toBe(3);
    review.go(99);
    expect(review.at.value).toBe(3);
  });

  it("goes into variations that exist, and begins others", () => {
    const review = open();
    review.go(2);
    review.play(at(4, 4));
    expect([review.at.value, review.edited]).toEqual([5, false]);
    review.go(2);
    review.play(at(8, 8));
    expect([review.at.value, review.edited, review.tree.value.values(8, "B")]).toEqual([8, true, ["ii"]]);
    review.play(null);
    expect(review.tree.value.values(9, "W")).toEqual([""]);
    review.undo();
    review.undo();
    expect([review.edited, review.canUndo.value, review.canRedo.value]).toEqual([false, false, true]);
    review.redo();
    expect(review.at.value).toBe(8);
  });

  it("takes a comment back as one edit", () => {
    const review = open();
    for (const text of ["a", "ab", "abc"]) review.edit(tree => tree.setText(0, "C", text), "comment");
    review.step(1);
    review.edit(tree => tree.setText(1, "C", "x"), "comment");
    review.undo();
    expect(review.tree.value.text(0, "C")).toBe("abc");
    review.undo();
    expect(review.tree.value.text(0, "C")).toBe("");
  });

  it("cuts and promotes", () => {
    const review = open();
    review.go(5);
    review.edit(tree => tree.promote(5));
    expect(review.tree.value.lineFrom(0)).toEqual([0, 1, 2, 5, 6, 7]);
    review.cut();
    expect([review.at.value, review.tree.value.size]).toEqual([2, 5]);
    review.toEnd();
    expect(review.at.value).toBe(4);
  });
});

describe("the drawn tree", () => {
  const places = (text: string) =>
    [...layOut(Tree.parse(text)).spots.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ col, row }) => `${col},${row}`);

  it("has a row for each line, as high as it fits", () => {
    expect(places("(;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff];B[gg]))")).toEqual([
      "0,0",
      "1,0",
      "2,0",
      "3,0",
      "3,1",
      "1,2",
      "2,2",
    ]);
    expect(places("(;B[aa](;W[bb];B[cc];W[dd];B[ee](;W[ff])(;W[gg]))(;W[hh]))").at(-1)).toBe("1,1");
  });

  it("never draws two nodes on one spot", () => {
    // A tree of many lines by a fixed rule, some nested.
    let tree = Tree.empty();
    for (let n = 1; n < 3000; n++)
      tree = tree.add((n * 7919) % Math.ceil(n / 2), [{ name: "C", values: [`${n}`] }]).tree;
    const { spots, rows } = layOut(tree);
    const taken = new Set([...spots.values()].map(({ col, row }) => `${col},${row}`));
    expect([taken.size, spots.size]).toEqual([3000, 3000]);
    expect(Math.max(...[...spots.values()].map(({ row }) => row))).toBe(rows - 1);
  });
});
