import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage } from "../i18n";
import { Tree } from "./tree";
import { titleOf } from "./words";

describe("what a record says", () => {
  beforeAll(() => setLanguage("zh"));
  it("has a title of its own, its event's, or its players'", () => {
    expect(titleOf(Tree.parse("(;GN[一]EV[二])"))).toBe("一");
    expect(titleOf(Tree.parse("(;EV[名人战]RO[第一局]PB[甲])"))).toBe("名人战 第一局");
    expect(titleOf(Tree.parse("(;PB[甲])"))).toBe("甲 对 未署名");
    expect(titleOf(Tree.parse("(;)"))).toBe("未命名的棋谱");
  });
});
