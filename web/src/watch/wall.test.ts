import { describe, expect, it } from "vitest";
import type { ListedGame } from "../api/types";
import { arrange, fits, type Hung, nextDown, rehang, STAY_MS } from "./wall";

const game = (id: string, change: Partial<ListedGame> = {}): ListedGame => ({
  id,
  players: { black: { name: "a" }, white: { name: "b" } },
  cols: 19,
  rows: 19,
  ruleset: "chinese",
  state: "live",
  moves: 0,
  created: 0,
  updated: 0,
  ...change,
});

const ids = (wall: readonly Hung[]) => wall.map(({ game, ended }) => game.id + (ended === null ? "" : "†"));

describe("the wall", () => {
  const two = rehang([], [game("a"), game("b")], 0, null);

  it("keeps places, and puts new games last", () => {
    expect(ids(rehang(two, [game("c"), game("b"), game("a")], 1, null))).toEqual(["a", "b", "c"]);
  });

  it("begins with games that have begun", () => {
    const wall = rehang(
      [],
      [game("a"), game("b", { moves: 3 }), game("c"), game("d", { moves: 9 })],
      0,
      null,
    );
    expect(ids(wall)).toEqual(["b", "d", "a", "c"]);
  });

  it("takes the news of a game", () => {
    expect(rehang(two, [game("a", { moves: 7 }), game("b")], 1, null)[0]!.game.moves).toBe(7);
  });

  it("lets a game that has ended stay a while", () => {
    const after = rehang(two, [game("b")], 1000, null);
    expect(ids(after)).toEqual(["a†", "b"]);
    expect(nextDown(after, 6000, null)).toBe(STAY_MS - 5000);
    expect(ids(rehang(after, [game("b")], 1000 + STAY_MS, null))).toEqual(["b"]);
  });

  it("keeps the one that is looked at", () => {
    const after = rehang(two, [game("b")], 1000, "a");
    expect(ids(rehang(after, [game("b")], 1000 + 9 * STAY_MS, "a"))).toEqual(["a†", "b"]);
    expect(nextDown(after, 2000, "a")).toBeNull();
  });

  it("takes a game back that goes on", () => {
    const after = rehang(two, [game("b")], 1000, null);
    expect(ids(rehang(after, [game("a"), game("b")], 2000, null))).toEqual(["a", "b"]);
  });
});

describe("what somebody wants to see", () => {
  it.each([
    [{ size: "all", rules: "all" }, {}, true],
    [{ size: "19", rules: "all" }, {}, true],
    [{ size: "9", rules: "all" }, {}, false],
    [{ size: "other", rules: "all" }, { cols: 21, rows: 9 }, true],
    [{ size: "9", rules: "all" }, { cols: 21, rows: 9 }, false],
    [{ size: "other", rules: "all" }, { cols: 9, rows: 9 }, false],
    [{ size: "all", rules: "japanese" }, {}, false],
    [{ size: "all", rules: "chinese" }, {}, true],
  ] as const)("%o of %o: %s", (wish, change, yes) => {
    expect(fits(game("a", change), wish)).toBe(yes);
  });
});

describe("the projector", () => {
  it.each([
    [1, { columns: 1, side: 988 }],
    [2, { columns: 2, side: 936 }],
    [4, { columns: 4, side: 460 }],
    [6, { columns: 3, side: 456 }],
    [12, { columns: 6, side: 301 }],
  ])("puts %i boards on a wide screen", (boards, picture) => {
    expect(arrange(boards, { width: 1920, height: 1080, foot: 60, gap: 16 })).toEqual(picture);
  });

  it("puts one below the other on a tall one", () => {
    expect(arrange(2, { width: 700, height: 1400, foot: 60, gap: 16 })).toEqual({ columns: 1, side: 616 });
  });
});
