import { beforeEach, describe, expect, it } from "vitest";
import { type Clock, clockText, SYSTEMS, withNumber } from "./clocks";
import { asked, type Draft, komiPoints, problems, remember, remembered, toRequest, usual } from "./draft";

const draft = (change: Partial<Draft> = {}): Draft => ({ ...usual("friend"), ...change });
const custom = (system: Clock["system"]): Clock => ({ pace: "custom", system, numbers: {} });

describe("a draft", () => {
  beforeEach(() => localStorage.clear());

  it("becomes the request", () => {
    expect(toRequest(draft({ handicap: 4, komi: "3.75子", repetition: "positional" }))).toEqual({
      opponent: { kind: "link" },
      color: "random",
      cols: 19,
      rows: 19,
      ruleset: "chinese repetition=positional",
      time: "20m+3x30s",
      time_white: null,
      komi: "7.5",
      handicap: 4,
      placement: "ruleset",
      seats: null,
      private: false,
      rated: false,
      start: null,
    });
  });

  it("starts from a record or a position without handicap", () => {
    const from = draft({ handicap: 3, start: { kind: "record", text: "(;B[aa])", name: "", moves: "1" } });
    expect(toRequest(from)).toMatchObject({
      handicap: 0,
      start: { kind: "record", text: "(;B[aa])", moves: 1 },
    });
    const put = draft({ start: { kind: "position", black: ["A1"], white: [], toMove: "white" } });
    expect(toRequest(put).start).toEqual({ kind: "position", black: ["A1"], white: [], to_move: "white" });
  });

  it("sends White's time only where it differs", () => {
    expect(toRequest(draft({ clockWhite: draft().clock })).time_white).toBeNull();
    expect(toRequest(draft({ clockWhite: custom("absolute") })).time_white).toBe("30m");
  });

  it("names what is wrong", () => {
    const fields = (change: Partial<Draft>) => problems(draft(change)).map(({ field }) => field);
    expect(fields({})).toEqual([]);
    expect(fields({ cols: 26, rows: 1 })).toEqual(["cols", "rows"]);
    expect(fields({ komi: "7.3" })).toEqual(["komi"]);
    expect(fields({ komi: "361.5" })).toEqual(["komi"]);
    expect(fields({ handicap: 10 })).toEqual(["handicap"]);
    expect(fields({ handicap: 10, placement: "free" })).toEqual([]);
    expect(fields({ clock: withNumber(custom("byoYomi"), "periods", 0) })).toEqual(["time"]);
    expect(fields({ start: { kind: "record", text: " ", name: "", moves: "" } })).toEqual(["start"]);
    expect(fields({ start: { kind: "position", black: [], white: [], toMove: "black" } })).toEqual(["start"]);
  });

  it.each([
    "null",
    "[]",
    "{",
    '{"friend":7}',
    '{"friend":{"cols":"x","clock":null,"clockWhite":{},"komi":5,"seats":1,"repetition":"no","level":0}}',
    '{"friend":{"clock":{"pace":"constructor","system":"byoYomi","numbers":{}}}}',
    '{"friend":{"clock":{"pace":"custom","system":"byoYomi","numbers":{"byoYomi":3}},"with":"engine"}}',
  ])("is the usual one where %s is stored", text => {
    localStorage.setItem("shoutan.setup", text);
    expect(remembered("friend")).toEqual(usual("friend"));
  });

  it("is remembered for its kind, without the start", () => {
    remember(draft({ ruleset: "korean", start: { kind: "record", text: "x", name: "", moves: "" } }));
    expect(remembered("friend")).toMatchObject({ ruleset: "korean", start: { kind: "empty" } });
    expect(remembered("engine").ruleset).toBe("chinese");
  });

  it("is the usual one where what was kept cannot be read", () => {
    localStorage.setItem("shoutan.setup", "{nonsense");
    expect(remembered("here")).toEqual(usual("here"));
  });
});

describe("komi", () => {
  it.each([
    ["7.5", 7.5],
    ["6½", 6.5],
    ["3¾ 子", 7.5],
    ["3.75zi", 7.5],
    ["−0.5", -0.5],
    ["½", 0.5],
    ["0", 0],
    ["7.3", null],
    ["3.3子", null],
    ["seven", null],
    ["-", null],
  ])("%s is %s", (text, points) => {
    expect(komiPoints(text)).toBe(points);
  });
});

describe("an address", () => {
  beforeEach(() => localStorage.clear());

  it("names size and level, and leaves the rest as remembered", () => {
    remember({ ...usual("engine"), cols: 13, rows: 13, level: 4 });
    const found = asked("engine", new URLSearchParams("size=9&level=1"));
    expect([found.cols, found.rows, found.level]).toEqual([9, 9, 1]);
    expect(asked("engine", new URLSearchParams("level=39")).level).toBe(39);
    expect(asked("engine", new URLSearchParams("size=99&level=x"))).toEqual(remembered("engine"));
    expect(asked("engine", new URLSearchParams("level=40"))).toEqual(remembered("engine"));
  });
});

describe("clocks", () => {
  it("write every system as the server reads it", () => {
    expect(SYSTEMS.map(({ id }) => clockText(custom(id)))).toEqual([
      "20m+3x30s",
      "60m 保留5",
      "15m+10s",
      "30m",
      "15m+25/10m",
      "30s/move",
      "30m+3x5m 罚2",
      "10m delay 5s",
      "hourglass 5m",
      "corr 3d+1d max 7d",
      "none",
    ]);
  });

  it("leave main time out where there is none", () => {
    expect(clockText(withNumber(custom("byoYomi"), "main", 0))).toBe("3x30s");
  });
});
