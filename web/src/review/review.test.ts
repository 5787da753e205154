import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { marksAt } from "./marks";
import { readPlace, writePlace } from "./place";
import { readPoints, sizeOf, stateAt } from "./replay";
import { compose, parse, SgfError, toSimpleValue, toText, toValue } from "./sgf";
import { sameTrees, Tree } from "./tree";

const GAME =
  "(;GM[1]FF[4]SZ[9]PB[a\\]b]XX[1][2:\\:3];B[ee]C[one\ntwo];W[cc](;B[gg];W[gc])(;B[cg](;W[dd])(;W[aa];B[ab])))";

describe("texts", () => {
  it("come back through their escapes", () => {
    for (const text of ["", "a]b\\c:d", "line\nbreak", "手谈［］：", "]]\\\\", "🀄 :) [x]"]) {
      expect(toText(toValue(text))).toBe(text);
      expect(toText(toSimpleValue(text))).toBe(text.replace(/\s+/g, " "));
    }
  });
  it("lose soft line breaks and nothing else", () => {
    expect(toText("one \\\ntwo\\\r\nthree\rfour\\x")).toBe("one twothree\nfourx");
  });
  it("are parted at the first free colon", () => {
    expect(compose("dd:a:b")).toEqual(["dd", "a:b"]);
    expect(compose("a\\:b:c")).toEqual(["a\\:b", "c"]);
    expect(compose("a\\:b")).toBeNull();
  });
});

describe("a tree", () => {
  const tree = Tree.parse(GAME);

  it("is the same after writing and reading", () => {
    expect(sameTrees(Tree.parse(tree.toSgf()), tree)).toBe(true);
    expect(tree.toSgf()).toContain("GM[1]FF[4]CA[UTF-8]");
    expect(tree.values(0, "XX")).toEqual(["1", "2:\\:3"]);
  });

  it("is the same after edits, writing and reading", () => {
    const { tree: longer, id } = tree.add(5, [{ name: "W", values: [""] }]);
    let edited = longer.setText(id, "C", "a]\\b\n:c").setText(0, "PW", "x:y]").set(id, "LB", ["aa:\\]:"]);
    edited = edited.promote(id).remove(3).set(0, "XX", []);
    const again = Tree.parse(edited.toSgf());
    expect(sameTrees(again, edited)).toBe(true);
    expect(again.lineFrom(0).map(node => again.text(node, "C"))).toContain("a]\\b\n:c");
    expect(again.text(0, "PW")).toBe("x:y]");
    expect(again.values(0, "XX")).toBeUndefined();
    expect(sameTrees(tree, Tree.parse(GAME))).toBe(true);
  });

  it("keeps what it does not change", () => {
    const commented = tree.setText(3, "C", "new");
    expect(commented.get(4)).toBe(tree.get(4));
    expect(commented.board).toBe(tree.board);
    expect(tree.set(1, "AB", ["aa"]).board).not.toBe(tree.board);
    expect(tree.setText(1, "C", "one\ntwo")).toBe(tree);
    expect(tree.promote(3)).toBe(tree);
    expect(tree.remove(0)).toBe(tree);
  });

  it("is cut with all that follows", () => {
    const cut = tree.remove(5);
    expect(cut.size).toBe(5);
    expect([cut.has(6), cut.has(7), cut.has(8), cut.has(3)]).toEqual([false, false, false, true]);
    expect(sameTrees(Tree.parse(cut.toSgf()), cut)).toBe(true);
  });

  it("is not made of nonsense", () => {
    for (const text of ["", "x", "(", "(;B[aa]", "(;B[aa)", "(;B)", "()", "((;B[aa]))", ";B[aa]"]) {
      expect(() => parse(text), text).toThrow(SgfError);
    }
  });

  it("may be very deep", () => {
    const deep = `(;SZ[9]${"(;C[x]".repeat(20_000)}${")".repeat(20_000)})`;
    const read = Tree.parse(deep);
    expect(read.size).toBe(20_001);
    expect(sameTrees(Tree.parse(read.toSgf()), read)).toBe(true);
  });
});

describe("the board at a node", () => {
  it("has captures, setup and whose turn it is", () => {
    const tree = Tree.parse("(;SZ[3:2]AB[aa]AW[ab];B[bb];W[ca]PL[W];AE[aa]MN[7];B[tt]MN[9])");
    expect(sizeOf(tree)).toEqual({ cols: 3, rows: 2 });
    expect(stateAt(tree, 1).position.hash).toBe("X...X.");
    expect([stateAt(tree, 1).captured, stateAt(tree, 2).toMove, stateAt(tree, 2).number]).toEqual([
      1,
      "white",
      2,
    ]);
    expect(stateAt(tree, 3).position.hash).toBe("..O.X.");
    expect(stateAt(tree, 4).move).toEqual({ color: "black", point: null });
    expect(stateAt(tree, 4).number).toBe(9);
  });

  it("puts illegal moves down all the same", () => {
    const tree = Tree.parse("(;SZ[2];B[aa];W[aa];B[ba];B[ab];W[zz])");
    expect(stateAt(tree, 2).position.hash).toBe("O...");
    expect(stateAt(tree, 4).position.hash).toBe(".XX.");
    expect(stateAt(tree, 5).position.hash).toBe(".XX.");
  });

  it("is new after an edit further up, and the old one again after undoing it", () => {
    const tree = Tree.parse("(;SZ[2];B[aa];W[bb])");
    expect(stateAt(tree, 2).position.hash).toBe("X..O");
    const edited = tree.set(1, "B", ["ba"]);
    expect(stateAt(edited, 2).position.hash).toBe(".X.O");
    expect(stateAt(tree, 2).position.hash).toBe("X..O");
    const one = tree.add(2, [{ name: "B", values: ["ba"] }]);
    const other = tree.add(2, [{ name: "B", values: ["ab"] }]);
    expect(stateAt(one.tree, one.id).position.hash).toBe("XX.O");
    expect(stateAt(other.tree, other.id).position.hash).toBe("X.XO");
  });

  it("reads rectangles", () => {
    expect(readPoints(["aa", "cb:bc", "zz", "aa:z"], { cols: 3, rows: 3 })).toEqual([0, 4, 5, 7, 8]);
    expect(sizeOf(Tree.parse("(;SZ[99])"))).toEqual({ cols: 19, rows: 19 });
  });
});

describe("places in addresses", () => {
  const tree = Tree.parse(GAME);
  it("come back for every node", () => {
    for (const id of tree.walk()) expect(readPlace(tree, writePlace(tree, id) || "0"), `node ${id}`).toBe(id);
    expect(tree.walk().map(id => writePlace(tree, id))).toEqual([
      "",
      "1",
      "2",
      "3",
      "4",
      "2/1/1",
      "2/1/2",
      "2/1/1/1/1",
      "2/1/1/1/2",
    ]);
  });
  it("are as near as the tree goes", () => {
    expect([readPlace(tree, "99"), readPlace(tree, "2/1/99"), readPlace(tree, "2/7/1")]).toEqual([4, 6, 2]);
    for (const text of ["", "x", "1/2", "-1", "1//2"]) expect(readPlace(tree, text)).toBeNull();
    const comments = Tree.parse("(;C[a];C[b];B[aa];C[c](;W[ba])(;C[d];W[bb]))");
    for (const id of comments.walk()) {
      expect(readPlace(comments, writePlace(comments, id) || "0"), `node ${id}`).toBe(id);
    }
  });
});

describe("the samples", () => {
  const folder = join(import.meta.dirname, "../../../testdata/sgf");
  const plain = readdirSync(folder).filter(name => name.endsWith(".sgf"));
  it("that are plain SGF come back whole", () => {
    let read = 0;
    for (const name of plain) {
      let tree: Tree;
      try {
        tree = Tree.parse(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(join(folder, name))));
      } catch {
        continue;
      }
      read++;
      expect(sameTrees(Tree.parse(tree.toSgf()), tree), name).toBe(true);
      for (const id of tree.walk()) expect(readPlace(tree, writePlace(tree, id) || "0"), name).toBe(id);
    }
    expect(read).toBeGreaterThan(5);
  });
});

describe("marks of a node", () => {
  const size = { cols: 9, rows: 9 };
  const tree = Tree.parse("(;SZ[9]DD[aa:ba]VW[aa:cb][cc];AR[aa:cc]LN[bb:ab];DD[]VW[])");

  it("tell lines from arrows", () => {
    const { arrows, lines } = marksAt(tree, 1, size);
    expect(arrows).toEqual([{ from: 0, to: 20 }]);
    expect(lines).toEqual([{ from: 10, to: 9 }]);
  });
  it("grey points and show a part until a later node says otherwise", () => {
    const { faded, crop, hidden } = marksAt(tree, 1, size);
    expect([...(faded ?? [])]).toEqual([0, 1]);
    expect(crop).toEqual({ left: 0, top: 0, right: 2, bottom: 2 });
    expect([...(hidden ?? [])]).toEqual([18, 19]);
    const later = marksAt(tree, 2, size);
    expect(later.faded?.size).toBe(0);
    expect(later.crop).toBeUndefined();
  });
});
