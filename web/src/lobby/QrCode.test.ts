import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { qrPath } from "./QrCode";

const LINK = "http://192.168.1.20:8361/g/2cnzh8amjj3?key=481c0337d43bc117a140c19347d9d9f0";

/** The modules a path covers, row by row. */
function covered({ path, size }: ReturnType<typeof qrPath>): boolean[][] {
  const rows = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(length));
  }
  return rows;
}

describe("the QR code", () => {
  it("draws every dark module and no other", () => {
    expect(covered(qrPath(LINK))).toEqual(encode(LINK, { ecc: "M", border: 4 }).data);
  });

  it("has four light modules around it", () => {
    const rows = covered(qrPath(LINK));
    const edge = [...rows.slice(0, 4), ...rows.slice(-4)].flat();
    const sides = rows.flatMap(row => [...row.slice(0, 4), ...row.slice(-4)]);
    expect([...edge, ...sides].some(Boolean)).toBe(false);
    expect(rows[4]!.slice(4, 11).every(Boolean)).toBe(true);
  });
});
