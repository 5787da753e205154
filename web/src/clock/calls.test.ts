import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallFrame, ClockView, ControlView, TimeView } from "../api/types";
import { setLanguage } from "../i18n";
import { callText, createCaller, type Voice } from "./calls";
import { MINUTE, SECOND } from "./control";
import { dueCalls } from "./schedule";

const NOW = 1_672_617_600_000;

const control = (system: string, text: string): ControlView => ({ system, text, words: { zh: "", en: "" } });

function clock(black: TimeView, change: Partial<ClockView> = {}): ClockView {
  return { now: NOW, black, white: black, running: "black", deadline: null, paused: null, ...change };
}

/** Calls as [second of the turn, text]. */
function calls(view: ControlView, time: TimeView): [number, string][] {
  return dueCalls(clock(time), view).map(due => [(due.at - NOW) / SECOND, callText(due.words)]);
}

const READING = control("chinese_reading", "2h 保留5");

beforeEach(() => setLanguage("zh"));

describe("the national calls", () => {
  it("read each minute of the reserve and count the end of the last", () => {
    const two = { main: 0, periods: 2, left: 2 * MINUTE };
    expect(calls(READING, two)).toEqual([
      [30, "三十秒"],
      [40, "四十秒"],
      [50, "五十秒"],
      [55, "五十五秒"],
      [58, "五十八秒"],
      [60, "还剩一分"],
      [90, "三十秒"],
      [100, "四十秒"],
      [110, "五十秒"],
      [111, "一"],
      [112, "二"],
      [113, "三"],
      [114, "四"],
      [115, "五"],
      [116, "六"],
      [117, "七"],
      [118, "八"],
      [119, "九"],
    ]);
  });

  it("say when the reading begins and what is in reserve", () => {
    const time = { main: 2 * MINUTE, periods: 5, left: 7 * MINUTE };
    expect(calls(READING, time).slice(0, 3)).toEqual([
      [60, "离读秒还有一分"],
      [120, "开始读秒，保留五分"],
      [150, "三十秒"],
    ]);
    expect(calls(READING, { ...time, periods: 2, left: 4 * MINUTE })[1]).toEqual([120, "开始读秒，保留两分"]);
  });

  it("are said in English", async () => {
    await setLanguage("en");
    const time = { main: MINUTE, periods: 2, left: 3 * MINUTE };
    expect(calls(READING, time).slice(0, 8)).toEqual([
      [60, "Countdown. 2 minutes in reserve"],
      [90, "30"],
      [100, "40"],
      [110, "50"],
      [115, "55"],
      [118, "58"],
      [120, "1 minute left"],
      [150, "30"],
    ]);
  });

  it("count the end of a byo-yomi period down, as the picture does", () => {
    const view = control("byo_yomi", "10m+3x30s");
    expect(calls(view, { main: 0, periods: 2, left: 60 * SECOND })).toEqual([
      [20, "十秒"],
      [25, "五"],
      [26, "四"],
      [27, "三"],
      [28, "二"],
      [29, "一"],
      [30, "最后一次"],
      [50, "十秒"],
      [55, "五"],
      [56, "四"],
      [57, "三"],
      [58, "二"],
      [59, "一"],
    ]);
  });

  it("say the moves of a Canadian block", () => {
    const view = control("canadian", "10m+15/90s");
    const said = calls(view, { main: 30 * SECOND, block: 90 * SECOND, stones: 12, left: 120 * SECOND });
    expect(said.slice(0, 4)).toEqual([
      [30, "基本时间用完，本轮要下十二子"],
      [60, "还剩一分，还要下十二子"],
      [90, "还剩三十秒，还要下十二子"],
      [100, "还剩二十秒，还要下十二子"],
    ]);
    expect(said.at(-1)).toEqual([119, "一"]);
  });

  it("say the penalties of an Ing clock", () => {
    const view = control("ing", "5s+2x20s 罚2");
    const said = calls(view, { main: 5 * SECOND, left: 45 * SECOND });
    expect(said.filter(([, text]) => text.includes("罚"))).toEqual([
      [5, "超时，共罚两点"],
      [25, "超时，共罚四点"],
    ]);
  });

  it("say nothing without a limit and leave days to the server", () => {
    expect(calls(control("none", "none"), { main: null, left: null })).toEqual([]);
    expect(calls(control("correspondence", "corr 3d+1d"), { main: MINUTE, left: MINUTE })).toEqual([]);
  });
});

describe("the server's vectors", () => {
  type Vector = { id: string; text: string; seconds: number; calls: [number, string, string?][] };
  const vectors = readFileSync("../testdata/clock/calls.jsonl", "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Vector);

  it.each([
    ["reading-1", "chinese_reading", { main: 2 * MINUTE, periods: 5, left: 7 * MINUTE }],
    ["reading-2", "chinese_reading", { main: 0, periods: 3, left: 3 * MINUTE }],
    ["absolute-1", "absolute", { main: 302 * SECOND, left: 302 * SECOND }],
    ["delay-1", "delay", { main: 6 * SECOND, left: 10 * SECOND }],
  ])("%s: a call at each of the same moments", (id, system, time) => {
    const vector = vectors.find(one => one.id === id)!;
    const mine = new Set(calls(control(system, vector.text), time).map(([at]) => at));
    // The loss itself is the server's to call.
    const lost = (text: string) => text.includes("判负");
    const server = new Set(vector.calls.filter(([, text]) => !lost(text)).map(([at]) => at));
    expect([...mine].filter(at => at <= vector.seconds)).toEqual([...server]);
  });
});

describe("a caller", () => {
  let said: [number, string][];
  const voice: Voice = {
    call: call => said.push([Date.now() - NOW, "text" in call ? call.text : callText(call.words)]),
    attention: () => said.push([Date.now() - NOW, "!"]),
    hush: () => {},
  };
  const both = { black: READING, white: READING };
  const lastMinute: TimeView = { main: 0, periods: 1, left: MINUTE };

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
    said = [];
  });
  afterEach(() => vi.useRealTimers());

  const caller = (mine = "black") => createCaller({ now: Date.now, own: color => color === mine, voice });
  const frame = (at: number, zh: string): CallFrame => ({ game: "g", by: "black", at, text: { zh, en: zh } });

  it("speaks 80 ms early, asks for attention once, and stops when the turn is over", () => {
    const one = caller();
    one.clock(clock(lastMinute), both);
    vi.advanceTimersByTime(41 * SECOND);
    one.clock(clock(lastMinute, { now: Date.now(), running: "white" }), both);
    vi.advanceTimersByTime(MINUTE);
    expect(said).toEqual([
      [0, "!"],
      [29_920, "三十秒"],
      [39_920, "四十秒"],
    ]);
    one.clock(clock(lastMinute, { now: Date.now() }), both);
    vi.advanceTimersByTime(SECOND);
    expect(said).toHaveLength(3);
  });

  it("passes over the server's call when it has made its own", () => {
    const one = caller();
    one.clock(clock(lastMinute), both);
    vi.advanceTimersByTime(30 * SECOND + 40);
    one.frame(frame(NOW + 30 * SECOND, "30秒"));
    expect(said.slice(1)).toEqual([[29_920, "三十秒"]]);
  });

  it("lets the server's call in where its own clock is late", () => {
    const one = createCaller({ now: () => Date.now() - 2000, own: () => true, voice });
    one.clock(clock(lastMinute), both);
    vi.advanceTimersByTime(30 * SECOND);
    one.frame(frame(NOW + 30 * SECOND, "30秒"));
    vi.advanceTimersByTime(5 * SECOND);
    expect(said.filter(([, text]) => text === "三十秒")).toEqual([[30_000, "三十秒"]]);
  });

  it("leaves the loss to the server", () => {
    const one = caller();
    one.clock(clock({ ...lastMinute, left: 2 * SECOND }, { deadline: NOW + 3 * SECOND }), both);
    vi.advanceTimersByTime(3 * SECOND);
    one.frame(frame(NOW + 3 * SECOND, "10，超时判负"));
    expect(said.at(-1)).toEqual([3000, "10，超时判负"]);
  });

  it("is silent about the other side's clock", () => {
    const one = caller("white");
    one.clock(clock(lastMinute), both);
    one.frame(frame(NOW, "30秒"));
    vi.advanceTimersByTime(MINUTE);
    expect(said).toEqual([]);
  });

  it("does not make up for the calls of a sleep", () => {
    const one = caller();
    one.clock(clock(lastMinute), both);
    // The timers stood still for fifteen seconds.
    vi.setSystemTime(NOW + 15 * SECOND);
    vi.advanceTimersByTime(45 * SECOND);
    expect(said.map(([, text]) => text)).toEqual(["!", "五十秒", ..."一二三四五六七八九"]);
  });

  it("waits for the end of clocks of many weeks", () => {
    const days = 24 * 60 * MINUTE;
    const rings = vi.spyOn(globalThis, "setTimeout");
    const one = caller();
    const month = { main: 60 * days, periods: 0, left: 60 * days };
    for (const view of [control("correspondence", "corr 60d+1d max 60d"), control("absolute", "60d")]) {
      one.clock(clock(month), { black: view, white: view });
    }
    expect(rings.mock.calls.length).toBeGreaterThan(0);
    for (const [, wait] of rings.mock.calls) expect(wait).toBeLessThan(2 ** 31);
    vi.advanceTimersByTime(59 * days);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(days - MINUTE + SECOND);
    expect(said.map(([, text]) => text)).toContain("还剩一分");
    rings.mockRestore();
  });
});
