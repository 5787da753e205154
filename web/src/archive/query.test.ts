import { describe, expect, it } from "vitest";
import { countFilters, NONE, readFilters, writeFilters } from "./query";

describe("filters", () => {
  it("come back from the address", () => {
    const asked = {
      ...NONE,
      kind: "records" as const,
      mine: true,
      player: "柯 洁&",
      result: "B+",
      from: "1963-08-04",
    };
    expect(readFilters(writeFilters(asked))).toEqual(asked);
    expect(writeFilters(NONE)).toBe("");
    expect(readFilters("?kind=nonsense&mine=perhaps&x=y")).toEqual(NONE);
  });
  it("are counted without the kind of list", () => {
    expect(countFilters({ ...NONE, kind: "records" })).toBe(0);
    expect(countFilters({ ...NONE, mine: true, player: "x", size: "9" })).toBe(3);
  });
});
