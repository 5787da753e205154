import { beforeEach, describe, expect, it, vi } from "vitest";
import { invitation, keepKey, keepMade, keyOf, madeHere } from "./keys";

beforeEach(() => localStorage.clear());

describe("keys", () => {
  it("tells own games from those that were opened by a link", () => {
    keepMade("own", "aa");
    keepKey("theirs", "bb");
    expect([keyOf("own"), madeHere("own")]).toEqual(["aa", true]);
    expect([keyOf("theirs"), madeHere("theirs")]).toEqual(["bb", false]);
    expect([keyOf("other"), madeHere("other")]).toEqual([null, false]);
    expect(invitation("own")).toBe("/g/own?key=aa");
    expect(invitation("other")).toBe("/g/other");
  });

  it("stays the maker's when the own link is opened", () => {
    keepMade("own", "aa");
    keepKey("own", "aa");
    expect(madeHere("own")).toBe(true);
  });

  it("forgets the oldest", () => {
    for (let n = 0; n < 101; n++) keepMade(`g${n}`, "aa");
    expect(keyOf("g0")).toBeNull();
    expect(keyOf("g1")).toBe("aa");
  });

  it("works while storage is blocked", () => {
    const refuse = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    keepMade("blocked", "cc");
    expect(keyOf("blocked")).toBe("cc");
    vi.unstubAllGlobals();
  });

  it("takes the newest link, and none that is no key", () => {
    keepKey("theirs", "wrong");
    keepKey("theirs", "bb");
    expect(keyOf("theirs")).toBe("bb");
    for (const key of ["", "a&b=c", "../me", "x".repeat(65)]) keepKey("theirs", key);
    expect(keyOf("theirs")).toBe("bb");
  });

  it.each(["null", "7", '"text"', "[1]", '{"theirs":null,"own":{"key":5}}', "{"])(
    "begins anew where %s is stored",
    text => {
      localStorage.setItem("shoutan.keys", text);
      expect([keyOf("theirs"), keyOf("own"), madeHere("own")]).toEqual([null, null, false]);
      keepMade("own", "aa");
      expect(keyOf("own")).toBe("aa");
    },
  );
});
