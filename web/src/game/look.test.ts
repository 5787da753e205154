import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { moveFrames, snapshotOf } from "../api/fixtures";
import { apply, fromSnapshot, type GameView } from "../api/gameState";
import { fromVertex } from "../board/points";
import { createLook } from "./look";

const SIZE = { cols: 5, rows: 5 };
const point = (vertex: string) => fromVertex(vertex, SIZE)!;

function opened(moves: string[]) {
  const begun = fromSnapshot(snapshotOf());
  const view = signal<GameView | null>(
    moveFrames(2, moves).reduce((at, frame) => apply(at, frame, 0), begun),
  );
  return { view, look: createLook(view) };
}

describe("looking back", () => {
  it("walks the line and comes back to now", () => {
    const { look } = opened(["C3", "B2", "D4"]);
    look.back(2);
    expect([look.seen.value!.step, look.seen.value!.past, look.seen.value!.last]).toEqual([
      1,
      true,
      point("C3"),
    ]);
    expect(look.seen.value!.toMove).toBe("white");
    look.forward();
    look.forward();
    expect([look.seen.value!.past, look.cursor.value]).toEqual([false, null]);
  });

  it("stays where it is when the game goes on", () => {
    const { view, look } = opened(["C3", "B2"]);
    look.back();
    view.value = apply(view.value!, moveFrames(4, ["D4"])[0]!, 0);
    expect(look.seen.value!.step).toBe(1);
    look.toNow();
    expect(look.seen.value!.step).toBe(3);
  });

  it("follows the game when the move that was played is tried", () => {
    const { look } = opened(["C3", "B2"]);
    look.toStep(0);
    expect(look.play(point("C3"))).toBeNull();
    expect([look.seen.value!.step, look.variations.value.length]).toEqual([1, 0]);
  });

  it("keeps variations, goes along them and removes them", () => {
    const { look } = opened(["C3", "B2"]);
    look.toStep(1);
    look.play(point("D2"));
    look.play(point("D3"));
    expect(look.seen.value!.position.at(point("D2"))).toBe("white");
    expect(look.seen.value!.position.at(point("B2"))).toBeNull();
    look.toStep(1);
    look.play(point("E5"));
    expect(look.variations.value.map(look.length)).toEqual([2, 1]);
    look.sibling(-1);
    expect(look.seen.value!.last).toBe(point("D2"));
    look.forward();
    expect(look.seen.value!.last).toBe(point("D3"));
    look.remove();
    expect(look.variations.value).toHaveLength(1);
    expect(look.seen.value!.step).toBe(1);
  });

  it("says why a move cannot be tried", () => {
    const { look } = opened(["C3"]);
    look.tryHere();
    expect(look.play(point("C3"))).toEqual({ why: "occupied" });
    expect(look.seen.value!.past).toBe(true);
  });

  it("survives the taking back of moves", () => {
    const { view, look } = opened(["C3", "B2"]);
    look.tryHere();
    look.play(point("D4"));
    view.value = {
      ...view.value!,
      steps: view.value!.steps.slice(0, 1),
      positions: view.value!.positions.slice(0, 2),
    };
    expect(look.seen.value!.position.at(point("D4"))).toBe("black");
    look.back();
    expect(look.seen.value!.step).toBe(1);
  });
});
