import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage } from "../i18n";
import { Tree } from "./tree";
import { dateText, titleOf } from "./words";

describe("what a record says", () => {
  beforeAll(() => setLanguage("zh"));
  it("has dates in words where they are whole", () => {
    expect(dateText("1963-08-04")).toBe("1963年8月4日");
    expect(dateText("1963-08-04,05")).toBe("1963年8月4日 – 1963年8月5日");
    expect(dateText("1963-12-31,1964-01-01")).toBe("1963年12月31日 – 1964年1月1日");
    for (const text of ["", "1963", "1963-08", "昭和38年", "1963-99-99", "1963-08-04,x"])
      expect(dateText(text)).toBe(text);
  });
  it("has a title of its own, its event's, or its players'", () => {
    expect(titleOf(Tree.parse("(;GN[一]EV[二])"))).toBe("一");
    expect(titleOf(Tree.parse("(;EV[名人战]RO[第一局]PB[甲])"))).toBe("名人战 第一局");
    expect(titleOf(Tree.parse("(;PB[甲])"))).toBe("甲 对 未署名");
    expect(titleOf(Tree.parse("(;)"))).toBe("未命名的棋谱");
  });
});
