import { describe, expect, it } from "vitest";
import { snapshotOf } from "../api/fixtures";
import { fromSnapshot } from "../api/gameState";
import { fromVertex } from "../board/points";
import { changed, groupAt, groupsOf, ownersOf, placeOf, shownMarks } from "./groups";

const SIZE = { cols: 5, rows: 5 };
const point = (vertex: string) => fromVertex(vertex, SIZE)!;
const reason = { zh: "没有眼", en: "no eye" };

const view = {
  ...fromSnapshot(
    snapshotOf({
      phase: "counting",
      to_move: null,
      stones: { black: ["A1", "A2", "D4"], white: ["B1", "E5"] },
      start: { black: ["A1", "A2", "D4"], white: ["B1", "E5"] },
      marking: { seq: 9, dead: ["B1"], seki: [] },
      count: {
        result: "B+1",
        text: { zh: "", en: "" },
        totals: { black: "28", white: "53.5" },
        lines: [],
        owners: { black: ["A1", "A2", "C3"], white: ["E5", "E4"] },
      },
    }),
  ),
  proposal: {
    dead: ["B1"],
    seki: [],
    dame: [],
    sure: false,
    groups: [
      { color: "white" as const, stones: ["B1"], status: "dead", reason },
      { color: "black" as const, stones: ["A1", "A2"], status: "alive", reason },
      { color: "black" as const, stones: ["D4"], status: "unsettled", reason },
    ],
  },
};

describe("the marking's groups", () => {
  it("lists what is dead or unsure, and keeps a group that was made alive", () => {
    const rows = groupsOf(view, shownMarks(view, []));
    expect(rows.map(row => [row.stones, row.status, row.unsure])).toEqual(
      [
        [[point("D4")], "alive", true],
        [[point("B1")], "dead", false],
      ].sort((a, b) => Number(a[2]) - Number(b[2])),
    );
    const alive = groupsOf(view, { dead: new Set(), seki: new Set() });
    expect(alive.find(row => row.stones[0] === point("B1"))).toMatchObject({ status: "alive", reason: null });
  });

  it("lists a chain that a player has marked by hand", () => {
    const rows = groupsOf(view, { dead: new Set([point("E5")]), seki: new Set() });
    expect(rows.at(-1)).toMatchObject({ stones: [point("E5")], status: "dead", reason: null });
  });

  it("sends one stone for each chain", () => {
    const marks = shownMarks(view, []);
    expect(changed(view, marks, groupAt(view, point("A1")), "dead")).toEqual({
      mark: { dead: ["A2", "B1"], seki: [] },
    });
    expect(changed(view, marks, [point("B1")], "seki")).toEqual({ mark: { dead: [], seki: ["B1"] } });
  });

  it("shows the own change while it is on its way, whole chains", () => {
    const d = { mark: { dead: ["A2"], seki: [] } };
    const { dead } = shownMarks(view, [{ game: "g1", id: "x", d, at: 0 }]);
    expect([...dead].sort()).toEqual([point("A2"), point("A1")].sort());
  });
});

describe("the count so far", () => {
  it("gives empty points to their owners and leaves the rest shared", () => {
    const owners = ownersOf(view)!;
    expect([owners[point("C3")], owners[point("E4")], owners[point("C1")], owners[point("A1")]]).toEqual([
      "black",
      "white",
      "shared",
      null,
    ]);
  });

  it("says where a group stands", () => {
    const size = { cols: 19, rows: 19 };
    expect(placeOf([0, 1], size)).toBe("marking.upperLeft");
    expect(placeOf([180], size)).toBe("marking.middle");
    expect(placeOf([360], size)).toBe("marking.lowerRight");
  });
});
