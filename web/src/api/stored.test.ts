import { afterEach, expect, it, vi } from "vitest";
import { isRecord, readStored, writeStored } from "./stored";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it("keeps values, in either storage", () => {
  expect(writeStored("a", { n: 1 })).toBe(true);
  expect(writeStored("a", [2], "sessionStorage")).toBe(true);
  expect(readStored("a")).toEqual({ n: 1 });
  expect(readStored("a", "sessionStorage")).toEqual([2]);
  expect(readStored("b")).toBeUndefined();
});

it("takes what cannot be read for nothing", () => {
  localStorage.setItem("a", "{half");
  expect(readStored("a")).toBeUndefined();
});

it("says where nothing is kept", () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem: full, getItem: full });
  expect(writeStored("a", 1)).toBe(false);
  expect(readStored("a")).toBeUndefined();
});

it("tells members from lists and nothing", () => {
  expect([{}, { a: 1 }].every(isRecord)).toBe(true);
  expect([null, undefined, [], "a", 1].some(isRecord)).toBe(false);
});
