import { describe, expect, it } from "vitest";
import { fromVertex } from "../board/points";
import { Position } from "../board/position";
import { eventFrame, moveFrames, snapshotFrame, snapshotOf } from "./fixtures";
import {
  actingColor,
  apply,
  askForMe,
  fromSnapshot,
  type GameView,
  handicapToPlace,
  isMyTurn,
  moveCount,
  needsSnapshot,
  now,
  passesNow,
  withHistory,
} from "./gameState";
import type { GameFrame } from "./socket";
import type { EventFrame, Snapshot } from "./types";

const SIZE = { cols: 5, rows: 5 };
const begin = (change: Partial<Snapshot> = {}) => fromSnapshot(snapshotOf(change));
const run = (view: GameView, frames: GameFrame[]) =>
  frames.reduce((at, frame) => apply(at, frame, 5000), view);
const at = (view: GameView, vertex: string) => now(view).at(fromVertex(vertex, SIZE)!);

describe("moves", () => {
  it("stand on the board, with captures and whose turn it is", () => {
    const view = run(begin(), moveFrames(2, ["A2", "A1", "B1"]));
    expect(at(view, "A1")).toBeNull();
    expect(view.steps[2]).toEqual({
      kind: "move",
      by: "black",
      at: fromVertex("B1", SIZE),
      captured: [fromVertex("A1", SIZE)],
    });
    expect([view.seq, view.toMove, moveCount(view.steps), isMyTurn(view)]).toEqual([4, "white", 3, false]);
    expect(view.positions).toHaveLength(4);
    expect(view.positions[2]!.at(fromVertex("A1", SIZE)!)).toBe("white");
  });

  it("are never rejected, whatever this board thinks of them", () => {
    const view = run(begin(), moveFrames(2, ["C3", "C3"]));
    expect(at(view, "C3")).toBe("white");
    expect(moveCount(view.steps)).toBe(2);
  });

  it("count passes in a row", () => {
    const view = run(begin(), moveFrames(2, ["C3", "pass", "pass"]));
    expect(passesNow(view)).toBe(2);
    expect(passesNow(run(view, moveFrames(5, ["B2"], "white")))).toBe(0);
  });

  it("keep the lag that was given back", () => {
    const [frame] = moveFrames(2, ["C3"]) as [GameFrame & { t: "event" }];
    const clock = { ...frame.clock, black: { ...frame.clock.black, refund: 300 } };
    expect(run(begin(), [{ ...frame, clock }]).refund).toEqual({ black: 300, white: 0 });
  });
});

describe("taking back", () => {
  it("removes the moves and leaves the rest of the line", () => {
    const played = run(begin(), moveFrames(2, ["C3", "B2", "D4"]));
    const view = run(played, [eventFrame(5, { undo: { moves: 2, by: "black" } }, { to_move: "white" })]);
    expect(at(view, "C3")).toBe("black");
    expect(at(view, "B2")).toBeNull();
    expect([moveCount(view.steps), view.toMove]).toEqual([1, "white"]);
    expect(view.notes.at(-1)).toMatchObject({ kind: "undo", by: "black", n: 2 });
  });

  it("leaves out of the counting what belonged to it", () => {
    const counting = run(begin(), [
      ...moveFrames(2, ["C3", "pass"]),
      eventFrame(4, { move: { by: "black", at: "pass" } }, { phase: "counting", to_move: null }),
      eventFrame(5, { mark: { by: "server", dead: ["C3"], seki: [] } }, { phase: "counting", to_move: null }),
    ]);
    const view = run(counting, [eventFrame(6, { undo: { moves: 1, by: "black" } })]);
    expect([view.phase, view.marking, passesNow(view)]).toEqual(["play", null, 1]);
  });

  it("keeps stones set by hand after an earlier move", () => {
    const view = run(begin(), [
      ...moveFrames(2, ["C3"]),
      eventFrame(3, { edit: { black: ["A1"], white: [], empty: [] } }, { to_move: "white" }),
      ...moveFrames(4, ["B2"], "white"),
      eventFrame(5, { undo: { moves: 1, by: "white" } }, { to_move: "white" }),
    ]);
    expect([at(view, "A1"), at(view, "B2"), moveCount(view.steps)]).toEqual(["black", null, 1]);
  });
});

describe("requests", () => {
  it("wait for the other one, and go with the next move", () => {
    const asked = apply(
      begin(),
      { t: "asks", game: "g1", asks: [{ by: "white", kind: "undo", moves: 1 }] },
      0,
    );
    expect(askForMe(asked)).toMatchObject({ kind: "undo" });
    expect(askForMe({ ...asked, you: ["white"] })).toBeNull();
    expect(run(asked, moveFrames(2, ["C3"])).asks).toEqual([]);
  });

  it("remember what was declined until something happens", () => {
    const declined = { by: "black", kind: "pause" } as const;
    const view = apply(begin(), { t: "asks", game: "g1", asks: [], declined }, 0);
    expect(view.declined).toEqual(declined);
    expect(run(view, moveFrames(2, ["C3"])).declined).toBeNull();
  });
});

describe("handicap", () => {
  const terms = { ...snapshotOf().setup, handicap: 2, free_handicap: true };
  const stones = ["B2", "D4"];

  it("is placed once, and White moves", () => {
    const view = begin({ setup: terms });
    expect(handicapToPlace(view)).toBe(2);
    const placed = run(view, [eventFrame(2, { place_handicap: { stones } }, { to_move: "white" })]);
    expect([handicapToPlace(placed), at(placed, "D4"), moveCount(placed.steps)]).toEqual([0, "black", 0]);
  });

  it("is found again in the log when a snapshot's moves do not lead to its stones", () => {
    const snapshot = snapshotOf({
      seq: 3,
      setup: terms,
      line: [{ by: "white", at: "C3" }],
      stones: { black: stones, white: ["C3"] },
    });
    const view = fromSnapshot(snapshot);
    expect([view.complete, view.steps.length, at(view, "B2")]).toEqual([false, 0, "black"]);
    const events: EventFrame[] = [
      eventFrame(2, { place_handicap: { stones } }),
      eventFrame(3, { move: { by: "white", at: "C3" } }),
    ];
    const whole = withHistory(view, events, Position.empty(SIZE));
    expect([whole.complete, whole.steps.length, handicapToPlace(whole)]).toEqual([true, 2, 0]);
    expect(now(whole).hash).toBe(now(view).hash);
  });
});

describe("counting", () => {
  const stopped = () =>
    run(begin(), [
      ...moveFrames(2, ["C3", "B2", "pass"]),
      eventFrame(5, { move: { by: "white", at: "pass" } }, { phase: "counting", to_move: null }),
    ]);
  const mark = (seq: number, dead: string[]) =>
    eventFrame(seq, { mark: { by: "server", dead, seki: [] } }, { phase: "counting", to_move: null });
  const agree = (seq: number, by: "black" | "white") =>
    eventFrame(seq, { agree: { by } }, { phase: "counting", to_move: null });

  it("accepts one marking together; a change withdraws and says so", () => {
    const accepted = run(stopped(), [mark(6, ["B2"]), agree(7, "black")]);
    expect(accepted.agreed).toEqual({ black: true, white: false });
    expect(accepted.withdrawn).toBe(false);
    const changed = run(accepted, [mark(8, [])]);
    expect(changed.agreed).toEqual({ black: false, white: false });
    expect([changed.marking?.seq, changed.withdrawn]).toEqual([8, true]);
  });

  it("goes on with the game after a dispute", () => {
    const frames = [mark(6, ["B2"]), agree(7, "white"), eventFrame(8, { dispute: { by: "black" } })];
    const view = run(stopped(), frames);
    expect([view.phase, view.marking, view.agreed.white, isMyTurn(view)]).toEqual([
      "play",
      null,
      false,
      true,
    ]);
    const on = run(view, moveFrames(9, ["D4"]));
    expect([passesNow(on), at(on, "D4"), moveCount(on.steps)]).toEqual([0, "black", 5]);
  });

  it("ends with a result; its words come with a snapshot that keeps what was seen", () => {
    const proposal = { dead: ["B2"], seki: [], groups: [], dame: [], sure: true };
    const proposed = apply(stopped(), { t: "proposal", game: "g1", proposal }, 0);
    const end = eventFrame(7, { agree: { by: "white" } }, { phase: "done", to_move: null, result: "B+17.5" });
    expect(needsSnapshot(end)).toBe(true);
    const over = run(proposed, [mark(6, ["B2"]), end]);
    expect([over.stage, over.result, over.toMove]).toEqual(["done", "B+17.5", null]);
    const at = ["C3", "B2", "pass", "pass"];
    const line = at.map((vertex, i) => ({
      by: i % 2 === 0 ? ("black" as const) : ("white" as const),
      at: vertex,
    }));
    const again = apply(
      over,
      snapshotFrame({
        seq: 7,
        state: "done",
        phase: "done",
        line,
        stones: { black: ["C3"], white: ["B2"] },
        result: "B+17.5",
        result_text: { zh: "黑胜", en: "Black wins" },
      }),
      0,
    );
    expect(again.steps).toBe(over.steps);
    expect([again.resultText?.en, again.proposal]).toEqual(["Black wins", proposal]);
  });

  it("asks for a snapshot where only a snapshot tells", () => {
    expect(needsSnapshot(mark(6, []))).toBe(true);
    expect(needsSnapshot(agree(6, "black"))).toBe(false);
    expect(
      needsSnapshot(eventFrame(6, { ruling: { decision: "draw", text: { zh: "判和棋", en: "a draw" } } })),
    ).toBe(true);
    expect(needsSnapshot(moveFrames(2, ["C3"])[0]!)).toBe(false);
  });
});

describe("interruptions and cycles", () => {
  it("nobody is to move while the game is paused", () => {
    const paused = run(begin(), [eventFrame(2, { pause: { by: "server" } })]);
    expect([paused.paused, isMyTurn(paused)]).toEqual([true, false]);
    expect(isMyTurn(run(paused, [eventFrame(3, { unpause: { by: "server" } })]))).toBe(true);
  });

  it("a cycle lasts until the next move without one, and so do the proposals", () => {
    const cycle = { kind: "triple_ko", text: { zh: "三劫", en: "triple ko" }, endings: ["draw" as const] };
    const [frame] = moveFrames(2, ["C3"]) as [GameFrame & { t: "event" }];
    const proposed = run(begin(), [
      { ...frame, cycle },
      eventFrame(3, { end_propose: { by: "white", ending: "draw" } }),
    ]);
    expect([proposed.cycle, proposed.endings]).toEqual([cycle, { white: "draw" }]);
    const on = run(proposed, moveFrames(4, ["B2"], "white"));
    expect([on.cycle, on.endings]).toEqual([null, {}]);
  });
});

describe("who is there", () => {
  const presence = (white: boolean): GameFrame => ({
    t: "presence",
    game: "g1",
    present: { black: true, white },
    watchers: 3,
  });

  it("knows since when somebody is away, and notes who comes back", () => {
    const gone = apply(begin(), presence(false), 10_000);
    expect([gone.awaySince.white, gone.watchers]).toEqual([10_000, 3]);
    expect(apply(gone, presence(false), 15_000).awaySince.white).toBe(10_000);
    const back = apply(gone, presence(true), 22_000);
    expect([back.awaySince.white, back.notes.at(-1)]).toEqual([
      null,
      { at: 22_000, kind: "back", by: "white", n: 12 },
    ]);
  });

  it("does not note a reload", () => {
    expect(apply(apply(begin(), presence(false), 0), presence(true), 1500).notes).toEqual([]);
  });

  it("acts for whoever is to move at one device", () => {
    const here = begin({ you: ["black", "white"] });
    expect(actingColor(run(here, moveFrames(2, ["C3"])))).toBe("white");
    expect(actingColor(begin({ you: [] }))).toBeNull();
  });
});

describe("snapshots", () => {
  it("replace what was missed", () => {
    const played = run(begin(), moveFrames(2, ["C3"]));
    const snapshot = snapshotFrame({
      seq: 4,
      line: [
        { by: "black", at: "C3" },
        { by: "white", at: "B2" },
      ],
      stones: { black: ["C3"], white: ["B2"] },
    });
    const view = apply(played, snapshot, 0);
    expect([view.seq, at(view, "B2"), view.complete]).toEqual([4, "white", true]);
  });

  it("keep 200 lines of chat", () => {
    const line = { room: "players" as const, name: "Lu", color: "black" as const, at: 1, text: "x" };
    const frames = Array.from(
      { length: 205 },
      (_, i): GameFrame => ({ t: "chat", game: "g1", line: { ...line, at: i } }),
    );
    const view = run(begin(), frames);
    expect([view.chat.length, view.chat[0]!.at]).toEqual([200, 5]);
  });
});
