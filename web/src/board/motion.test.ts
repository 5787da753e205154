import { expect, it } from "vitest";
import { fromRows } from "./diagram";
import { motionBetween } from "./motion";

const stones = (...rows: string[]) => fromRows(rows).stones;

it("a stone that is played drops, and what it takes fades", () => {
  expect(motionBetween(stones(".O", ".."), stones("XO", ".."))).toEqual({ dropped: 0, leaving: [] });
  expect(motionBetween(stones("O.", "X."), stones(".X", "X."))).toEqual({
    dropped: 1,
    leaving: [{ point: 0, color: "white" }],
  });
});

it("a stone taken back fades", () => {
  expect(motionBetween(stones("XO"), stones("X."))).toEqual({
    dropped: null,
    leaving: [{ point: 1, color: "white" }],
  });
});

it("everything else is a cut", () => {
  const still = { dropped: null, leaving: [] };
  expect(motionBetween(stones(".."), stones("XO"))).toEqual(still);
  expect(motionBetween(stones("XO"), stones(".."))).toEqual(still);
  expect(motionBetween(stones("X."), stones(".X"))).toEqual(still);
  expect(motionBetween(stones("X."), stones("X", "."))).toEqual({ dropped: null, leaving: [] });
  expect(motionBetween(stones("X."), stones("X.", ".."))).toEqual(still);
});
