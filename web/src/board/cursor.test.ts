import { expect, it } from "vitest";
import { leapt, nextOfInterest, stepped } from "./cursor";
import { fromRows } from "./diagram";
import { fromVertex } from "./points";

const position = fromRows([".....", ".X.O.", "XO...", ".....", "....."]);
const { size, stones } = position;
const part = { left: 0, top: 0, right: 4, bottom: 4 };
const at = (vertex: string) => fromVertex(vertex, size)!;

it("arrows go one point and stay at the edge of the shown part", () => {
  expect(stepped(at("C3"), [1, 0], size, part)).toBe(at("D3"));
  expect(stepped(at("E3"), [1, 0], size, part)).toBe(at("E3"));
  expect(stepped(at("A5"), [0, -1], size, part)).toBe(at("A5"));
  expect(stepped(at("C3"), [1, 0], size, { ...part, right: 2 })).toBe(at("C3"));
});

it("with Ctrl they go to the next stone, or to the edge", () => {
  expect(leapt(at("A4"), [1, 0], size, part, stones)).toBe(at("B4"));
  expect(leapt(at("B4"), [1, 0], size, part, stones)).toBe(at("D4"));
  expect(leapt(at("D4"), [1, 0], size, part, stones)).toBe(at("E4"));
  expect(leapt(at("C1"), [0, -1], size, part, stones)).toBe(at("C5"));
});

it("goes round ko, last move and chains in atari", () => {
  const cornered = fromRows(["XO...", ".....", ".....", ".....", "....."]);
  const [ko, last] = [at("C3"), at("B5")];
  expect(nextOfInterest(at("A1"), cornered, ko, last)).toBe(at("A5"));
  expect(nextOfInterest(at("A5"), cornered, ko, last)).toBe(at("B5"));
  expect(nextOfInterest(at("B5"), cornered, ko, last)).toBe(at("C3"));
  expect(nextOfInterest(at("C3"), cornered, ko, last)).toBe(at("A5"));
  expect(nextOfInterest(at("C3"), fromRows(["....."]), null, undefined)).toBeNull();
});
