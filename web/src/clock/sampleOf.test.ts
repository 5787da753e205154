import { describe, expect, it } from "vitest";
import type { ControlView } from "../api/types";
import { SAMPLE_MS, sampleOf } from "./sampleOf";
import { dueCalls } from "./schedule";
import { shown } from "./shown";

const view = (system: string, text: string): ControlView => ({ system, text, words: { zh: "", en: "" } });

describe("three seconds of a control", () => {
  it.each([
    ["chinese_reading", "2h 保留5", "attention", [1, 2, 3]],
    ["byo_yomi", "20m+5x30s", "running", [5, 4, 3, 2]],
    ["byo_yomi", "1x20s", "urgent", [5, 4, 3, 2]],
    ["per_move", "30s/move", "urgent", [5, 4, 3, 2]],
    ["canadian", "10m+15/10m", "attention", [10, 9, 8, 7]],
    ["absolute", "20m", "attention", [10, 9, 8, 7]],
    ["hourglass", "hourglass 5m", "attention", [10, 9, 8, 7]],
    ["ing", "30m+3x5m 罚2", "running", [2, 1, 2]],
  ])("%s %s: %s, with calls", (system, text, state, numbers) => {
    const control = view(system, text);
    const { start } = sampleOf(control)!;
    expect(shown(start, "black", control, 0).state).toBe(state);
    const calls = dueCalls(start, control).filter(due => due.at < SAMPLE_MS);
    expect(calls.map(due => due.words.params?.n)).toEqual(numbers);
  });

  it("a move adds time where that is the point", () => {
    const control = view("fischer", "15m+10s");
    const { start, move } = sampleOf(control)!;
    const before = shown(start, "black", control, move!.after).time.left!;
    const after = shown(move!.clock, "black", control, SAMPLE_MS);
    expect([after.state, after.time.left]).toEqual(["waiting", before + 10_000]);
  });

  it.each([
    ["none", "none"],
    ["correspondence", "corr 3d+1d"],
  ])("%s has nothing to show", (system, text) => {
    expect(sampleOf(view(system, text))).toBeNull();
  });
});
