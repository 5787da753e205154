import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage } from "../i18n";
import { resultText } from "./result";

describe("results in Chinese", () => {
  beforeAll(() => setLanguage("zh"));
  it("are in 子 where 子 are counted", () => {
    expect(resultText("B+1.5", { ruleset: "chinese", counted: true })).toBe("黑胜 ¾ 子");
    expect(resultText("W+0.25")).toBe("白胜 ¼ 子");
    expect(resultText("W+3.5", { ruleset: "japanese", counted: true })).toBe("白胜 3½ 目");
    expect(resultText("B+1", { ruleset: "chinese" })).toBe("黑胜 1 目");
  });
  it("say how a game ended without a count", () => {
    expect(["B+R", "W+Resign", "B+T", "W+F", "B+", "0", "Draw", "Void"].map(one => resultText(one))).toEqual([
      "黑中盘胜",
      "白中盘胜",
      "黑超时胜",
      "白胜（对方弃权）",
      "黑胜",
      "和棋",
      "和棋",
      "无胜负",
    ]);
  });
  it("are left as they are where they say something else", () => {
    expect([null, "", "?", "Black wins", "B+x"].map(one => resultText(one))).toEqual([
      "",
      "",
      "",
      "Black wins",
      "B+x",
    ]);
  });
});

describe("results in English", () => {
  beforeAll(() => setLanguage("en"));
  it("have points beside 子", () => {
    expect(resultText("B+1.5", { ruleset: "chinese", counted: true })).toBe("Black by ¾ 子 (1½ points)");
    expect(resultText("B+1")).toBe("Black by 1 point");
    expect(resultText("W+R")).toBe("White by resignation");
  });
});
