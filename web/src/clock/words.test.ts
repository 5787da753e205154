import { beforeEach, describe, expect, it } from "vitest";
import type { ClockView, ControlView, TimeView } from "../api/types";
import { setLanguage } from "../i18n";
import { DAY, HOUR, MINUTE, SECOND } from "./control";
import { shown } from "./shown";
import { clockDigits, explain, figure, numeral, periodDigits, spokenLength, spokenTimes } from "./words";

const view = (system: string, text: string): ControlView => ({
  system,
  text,
  words: { zh: "甲。", en: "A." },
});

function seen(system: string, text: string, black: TimeView) {
  const clock: ClockView = { now: 0, black, white: black, running: "black", deadline: null, paused: null };
  return shown(clock, "black", view(system, text), 0);
}

beforeEach(() => setLanguage("zh"));

describe("digits", () => {
  it.each([
    [0, "0:00"],
    [1, "0.0"],
    [8_499, "8.4"],
    [9_999, "9.9"],
    [10_000, "0:10"],
    [24_999, "0:24"],
    [761_000, "12:41"],
    [HOUR - 1, "59:59"],
    [3_727_000, "1:02:07"],
  ])("%i ms is %s", (ms, text) => {
    expect(clockDigits(ms)).toBe(text);
  });

  it.each([
    [0, "0"],
    [9_950, "9.9"],
    [24_000, "24"],
    [60_000, "1:00"],
  ])("a period of %i ms is %s", (ms, text) => {
    expect(periodDigits(ms)).toBe(text);
  });

  it("days and hours", () => {
    expect(figure({ kind: "days", ms: 2 * DAY + 4 * HOUR }).digits).toBe("2 天 4 时");
    expect(figure({ kind: "days", ms: 5 * HOUR + 12 * MINUTE }).digits).toBe("5 时 12 分");
  });
});

describe("numbers that are called", () => {
  it.each([
    [1, "一"],
    [10, "十"],
    [12, "十二"],
    [30, "三十"],
    [58, "五十八"],
    [100, "100"],
  ])("%i is %s", (n, text) => {
    expect(numeral(n)).toBe(text);
  });

  it("are digits in English, which every voice reads", async () => {
    await setLanguage("en");
    expect(numeral(58)).toBe("58");
  });
});

describe("the time when it is asked for", () => {
  const own = seen("chinese_reading", "2h 保留5", { main: 0, periods: 3, left: 3 * MINUTE - 34 * SECOND });
  const other = seen("absolute", "20m", { main: 761_000, left: 761_000 });

  it("in Chinese", () => {
    const said = spokenTimes([
      { name: "你", shown: own },
      { name: "黑", shown: other },
    ]);
    expect(said).toBe("你：本分钟已用 34 秒，保留 3 分。黑 12 分 41 秒。");
  });

  it("in English", async () => {
    await setLanguage("en");
    const said = spokenTimes([
      { name: "You", shown: own },
      { name: "Black", shown: other },
    ]);
    expect(said).toBe("You: 34 seconds of this minute, 3 minutes reserve. Black 12 minutes 41 seconds.");
  });

  it.each([
    ["byo_yomi", "5x30s", { main: 0, periods: 2, left: 54_000 }, "本次还剩 24 秒，共 2 次"],
    ["canadian", "15/10m", { main: 0, block: 61_000, stones: 4, left: 61_000 }, "1 分 1 秒，还要下 4 子"],
    ["ing", "30m+3x5m 罚2", { main: 0, left: 9 * MINUTE }, "本次延时还剩 4 分，已罚 4 点"],
    ["chinese_reading", "1h 保留1", { main: 0, periods: 1, left: 7_000 }, "末分钟已用 53 秒，满一分判负"],
    ["none", "none", { main: null, left: null }, "不限时"],
  ])("%s %s", (system, text, time, words) => {
    expect(spokenTimes([{ name: "黑", shown: seen(system, text, time) }])).toBe(`黑：${words}。`);
  });

  it("nothing left is no seconds", () => {
    expect(spokenLength(0)).toBe("0 秒");
  });
});

describe("a control explained", () => {
  it("has the server's sentence first", () => {
    expect(explain(view("chinese_reading", "2h 保留5"))).toBe(
      "甲。只剩保留时间后，不满一分钟的手不扣时间；满一分钟扣一分，扣完判负。",
    );
    expect(explain(view("none", "none"))).toBe("甲。");
  });
});
