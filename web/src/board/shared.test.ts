// The cases that the server's board is held to as well: testdata/board.

import { describe, expect, it } from "vitest";
import cases from "../../../testdata/board/cases.json";
import games from "../../../testdata/board/games.json";
import { fromRows } from "./diagram";
import { area, fromVertex, opponent, toVertex } from "./points";
import { Position, refused } from "./position";
import type { Color, Size } from "./types";

type Play = {
  black?: string;
  white?: string;
  captured?: string[];
  lost?: string[];
  ko?: string;
  refused?: string;
};
type Case = {
  name: string;
  suicide?: boolean;
  start: string[];
  plays: Play[];
  after: string[];
  liberties?: Record<string, string[]>;
};

const sorted = (names: readonly string[] | undefined) => [...(names ?? [])].sort();
const named = (points: readonly number[], size: Size) => sorted(points.map(point => toVertex(point, size)));

function play(position: Position, step: Play, suicide: boolean): Position {
  const color: Color = step.black ? "black" : "white";
  const at = (step.black ?? step.white)!;
  if (at === "pass") return position.pass();
  const { size } = position;
  const result = position.play(color, fromVertex(at, size)!, { suicide });
  if (refused(result)) {
    expect(result.why, at).toBe(step.refused);
    return position;
  }
  expect(step.refused, at).toBeUndefined();
  expect(named(result.captured, size), at).toEqual(sorted(step.captured));
  expect(named(result.lost, size), at).toEqual(sorted(step.lost));
  const { ko } = result.position;
  expect(ko === null ? undefined : toVertex(ko, size), at).toBe(suicide ? undefined : step.ko);
  return result.position;
}

describe("stones do what the cases say", () => {
  it.each(cases as unknown as Case[])("$name", one => {
    let position = fromRows(one.start);
    for (const step of one.plays) position = play(position, step, one.suicide ?? false);
    expect(position.hash).toBe(one.after.join(""));
    for (const [stone, liberties] of Object.entries(one.liberties ?? {})) {
      const found = position.liberties(fromVertex(stone, position.size)!);
      expect(named(found, position.size)).toEqual(sorted(liberties));
    }
  });
});

describe("random games end as written", () => {
  it.each(games)("$cols × $rows", game => {
    const size = { cols: game.cols, rows: game.rows };
    const captures: number[][] = [];
    let position = Position.empty(size);
    let turn: Color = "black";
    game.moves.split(" ").forEach((at, i) => {
      if (at === "pass") position = position.pass();
      else {
        const result = position.play(turn, fromVertex(at, size)!);
        if (refused(result)) throw new Error(`${at}: ${result.why}`);
        if (result.captured.length > 0) captures.push([i + 1, result.captured.length]);
        position = result.position;
      }
      turn = opponent(turn);
    });
    expect(captures).toEqual(game.captures);
    expect(position.hash).toBe(game.after.join(""));
    expect(position.prisoners).toEqual(game.prisoners);
    expect(refusals(position, turn, "ko")).toEqual(sorted(game.ko));
    expect(refusals(position, turn, "suicide")).toEqual(sorted(game.suicide));
  });
});

function refusals(position: Position, color: Color, why: string): string[] {
  const points = Array.from({ length: area(position.size) }, (_, point) => point);
  const hit = points.filter(point => {
    const result = position.play(color, point);
    return refused(result) && result.why === why;
  });
  return named(hit, position.size);
}
