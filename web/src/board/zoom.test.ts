import { expect, it } from "vitest";
import { measure, nearest } from "./geometry";
import { loupePlace } from "./Overlays";
import { square } from "./points";
import { clampView, pinchScale, viewAround, viewOn, ZOOM_CELL } from "./zoom";

const spec = { size: square(19), width: 360, height: 360, dpr: 2, coordinates: "none" as const };
const fit = measure(spec);
const large = measure({ ...spec, cell: ZOOM_CELL });

it("the point under the fingers stays there", () => {
  const at = { x: fit.x0 + 9 * fit.cell, y: fit.y0 + 12 * fit.cell };
  const view = viewAround(at, fit, large);
  expect(nearest(large, at.x + view.x, at.y + view.y)).toBe(nearest(fit, at.x, at.y));
});

it("the view keeps within the picture, and within a picture smaller than its box", () => {
  expect(clampView({ x: -50, y: 5000 }, large, fit)).toEqual({
    x: 0,
    y: Math.round(large.height - fit.height),
  });
  expect(clampView({ x: 50, y: 50 }, { width: 100, height: 100 }, fit)).toEqual({ x: 0, y: 0 });
  expect(viewOn({ x: 0, y: large.height }, large, fit)).toEqual(clampView({ x: -1, y: 9999 }, large, fit));
});

it("a pinch shows nothing beyond the two sizes", () => {
  expect(pinchScale(0.5, 22, false)).toBe(1);
  expect(pinchScale(9, 22, false)).toBe(2);
  expect(pinchScale(9, 22, true)).toBe(1);
  expect(pinchScale(0.1, 22, true)).toBe(0.5);
});

it("the loupe stands above the finger, beside it where there is no room, and never off the screen", () => {
  const screen = { width: 360, height: 740 };
  expect(loupePlace({ x: 180, y: 400 }, screen)).toEqual({ x: 114, y: 224 });
  expect(loupePlace({ x: 10, y: 400 }, screen).x).toBe(4);
  expect(loupePlace({ x: 355, y: 400 }, screen).x).toBe(224);
  expect(loupePlace({ x: 100, y: 60 }, screen)).toEqual({ x: 144, y: 4 });
  expect(loupePlace({ x: 300, y: 60 }, screen)).toEqual({ x: 124, y: 4 });
});
