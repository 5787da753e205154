import { beforeEach, describe, expect, it } from "vitest";
import { setLanguage } from "../i18n";
import { handicapText, komiText, lengthText, sizeText, timesText, timeText } from "./terms";

/** Every system's compact text, in short words. */
const TIMES: [text: string, zh: string, en: string][] = [
  ["none", "不限时", "no clock"],
  ["10m", "10 分", "10 min"],
  ["5m+3s", "5 分，每手加 3 秒", "5 min + 3 s a move"],
  ["15m+10s max 20m", "15 分，每手加 10 秒，至多 20 分", "15 min + 10 s a move, at most 20 min"],
  ["10m delay 5s", "10 分，每手缓 5 秒", "10 min, 5 s delay"],
  ["20m+3x30s", "20 分 + 3×30 秒", "20 min + 3×30 s"],
  ["5x30s", "5×30 秒", "5×30 s"],
  ["1h 保留5", "60 分，保留 5 分", "60 min, 5 in reserve"],
  ["15m+25/5m", "15 分 + 25 手/5 分", "15 min + 25 moves in 5 min"],
  ["25/10m", "25 手/10 分", "25 moves in 10 min"],
  ["30s/move", "每手 30 秒", "30 s a move"],
  ["3d/move", "每手 3 天", "3 days a move"],
  ["30m+3x5m 罚2", "30 分 + 3×5 分，每次罚 2 点", "30 min + 3×5 min, 2 points each"],
  ["hourglass 5m", "沙漏 5 分", "hourglass 5 min"],
  ["corr 3d+1d max 7d weekends", "3 天，每手加 1 天", "3 days + 1 day a move"],
];

describe.each(["zh", "en"] as const)("terms in %s", language => {
  beforeEach(() => setLanguage(language));

  it.each(TIMES)("%s", (text, zh, en) => {
    expect(timeText(text)).toBe(language === "zh" ? zh : en);
  });
});

describe("terms", () => {
  beforeEach(() => setLanguage("zh"));

  it("shows a text it does not know as it is", () => {
    expect(timeText("moon phases")).toBe("moon phases");
  });

  it("names both times where they differ", () => {
    expect(timesText("20m", "10m")).toBe("黑 20 分，白 10 分");
    expect(timesText("20m", "20m")).toBe("20 分");
    expect(timesText("20m", null)).toBe("20 分");
  });

  it("speaks of lengths as players do", () => {
    expect(["1h30m", "2h", "2h30m", "1m30s", "1.5s"].map(lengthText)).toEqual([
      "90 分",
      "2 小时",
      "2 小时 30 分",
      "1 分 30 秒",
      "1.5 秒",
    ]);
  });

  it("gives komi in the unit of the counting", async () => {
    expect([komiText("7.5", true), komiText("6.5", false), komiText("0", true)]).toEqual([
      "贴 3¾ 子",
      "贴 6½ 目",
      "不贴目",
    ]);
    await setLanguage("en");
    expect(komiText("7.5", true)).toBe("komi 7½ (3¾ 子)");
  });

  it("names sizes and handicap", () => {
    expect([sizeText(19, 19), sizeText(19, 13), handicapText(4), handicapText(1)]).toEqual([
      "19 路",
      "19×13",
      "让 4 子",
      null,
    ]);
  });
});
