import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alone } from "./alone";

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe("work that one tab does at a time, without the browser's locks", () => {
  it("waits until the other has done it", async () => {
    expect(navigator.locks ?? null).toBeNull();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await new Promise(resolve => setTimeout(resolve, 20));
      log.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all([alone("x", work("a")), alone("x", work("b"))])).toEqual(["a", "b"]);
    expect([log[0]?.[0], log[2]?.[0]]).toEqual([log[1]?.[0], log[3]?.[0]]);
    expect(localStorage.getItem("x")).toBeNull();
  });

  it("is not stopped by a lock that was left behind, nor by work that failed", async () => {
    localStorage.setItem("x", `0.5 ${Date.now() - 60_000}`);
    await expect(alone("x", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await alone("x", async () => 1)).toBe(1);
  });
});
