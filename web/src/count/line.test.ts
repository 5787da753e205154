import { describe, expect, it } from "vitest";
import { writePlace } from "../review/place";
import { Tree } from "../review/tree";
import { isPlace, lineTo } from "./line";

const TEXT = "(;SZ[9];B[aa];W[bb](;B[cc]C[a \\] b];W[dd])(;B[ee];W[ff](;B[gg])(;B[hh];W[ii])))";
const tree = Tree.parse(TEXT);
const nodes = tree.walk().map(id => tree.get(id)!);

describe("a line of a record", () => {
  it("is the main line up to a move, its texts as they are", () => {
    expect(lineTo(nodes, "0")).toBe("(;SZ[9])");
    expect(lineTo(nodes, "3")).toBe("(;SZ[9];B[aa];W[bb];B[cc]C[a \\] b])");
    expect(lineTo(nodes, "99")).toContain(";W[dd])");
  });

  it("goes into variations as far as they go", () => {
    expect(lineTo(nodes, "2/1/2")).toBe("(;SZ[9];B[aa];W[bb];B[ee];W[ff])");
    expect(lineTo(nodes, "2/1/2/1/9")).toBe("(;SZ[9];B[aa];W[bb];B[ee];W[ff];B[hh];W[ii])");
    expect(lineTo(nodes, "2/7/2")).toBe("(;SZ[9];B[aa];W[bb])");
  });

  it("ends at the node that the record page means", () => {
    for (const { id } of nodes) {
      const move = tree.get(id)!.properties[0]!;
      const text = lineTo(nodes, writePlace(tree, id) || "0");
      const last = text.slice(text.lastIndexOf(";") + 1);
      expect(last.startsWith(`${move.name}[${move.values[0]}]`)).toBe(true);
    }
  });

  it("knows places", () => {
    expect(["87", "87/1/5", "3/1/2/1/4"].every(isPlace)).toBe(true);
    expect(["", "a", "87/1", "/1/2", "1234567"].some(isPlace)).toBe(false);
  });
});
