// A pinch turns a crowded board to cells of 44 px and back. Between the two it follows the fingers.

import type { Geometry } from "./geometry";

/** A place in the picture, or how far the view has moved into it. */
export type Place = { x: number; y: number };
export type Box = { width: number; height: number };

export const ZOOM_CELL = 44;

/** How far the fingers must spread or close for the board to change over. */
const OPENS = 1.2;
const CLOSES = 0.85;

export function opensAt(scale: number): boolean {
  return scale >= OPENS;
}

export function closesAt(scale: number): boolean {
  return scale <= CLOSES;
}

/** The view keeps within the picture. */
export function clampView(view: Place, picture: Box, box: Box): Place {
  const within = (v: number, most: number) => Math.round(Math.min(Math.max(0, v), Math.max(0, most)));
  return { x: within(view.x, picture.width - box.width), y: within(view.y, picture.height - box.height) };
}

/** The view of the large picture in which the place under the fingers stays there. */
export function viewAround(at: Place, fit: Geometry, large: Geometry): Place {
  const scale = large.cell / fit.cell;
  const view = {
    x: large.x0 + (at.x - fit.x0) * scale - at.x,
    y: large.y0 + (at.y - fit.y0) * scale - at.y,
  };
  return clampView(view, large, fit);
}

/** The view with a place of the large picture in its middle. */
export function viewOn(at: Place, large: Geometry, box: Box): Place {
  return clampView({ x: at.x - box.width / 2, y: at.y - box.height / 2 }, large, box);
}

/** What a pinch shows: never smaller than the whole board, never larger than the zoomed one. */
export function pinchScale(scale: number, fitCell: number, zoomed: boolean): number {
  const most = ZOOM_CELL / fitCell;
  return zoomed ? Math.min(1, Math.max(1 / most, scale)) : Math.max(1, Math.min(most, scale));
}
