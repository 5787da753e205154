// Areas of empty points and whose they are.

import { neighbours } from "../board/points";
import type { Position } from "../board/position";
import type { Color, Point } from "../board/types";

export type Area = { points: Point[]; owner: Color | "shared" | null };

/** The empty points joined to a point, and whose stones alone stand around them; `shared` where both do. */
export function areaAt(position: Position, from: Point): Area {
  const points = new Set([from]);
  const around = new Set<Color>();
  for (const point of points) {
    for (const near of neighbours(point, position.size)) {
      const stone = position.at(near);
      if (stone) around.add(stone);
      else points.add(near);
    }
  }
  const owner = around.size === 2 ? "shared" : ([...around][0] ?? null);
  return { points: [...points], owner };
}

/** Whose each point is, stones included. */
export function owners(position: Position): (Color | "shared" | null)[] {
  const found: (Color | "shared" | null)[] = [...position.stones];
  position.stones.forEach((stone, point) => {
    if (stone || found[point]) return;
    const { points, owner } = areaAt(position, point);
    for (const one of points) found[one] = owner;
  });
  return found;
}

/** Points that are neither's (单官). */
export function neutralPoints(position: Position): Point[] {
  return owners(position).flatMap((owner, point) => (owner === "shared" ? [point] : []));
}

/** Living stones and the points that only they enclose (子). */
export function areaOf(position: Position, color: Color): number {
  return owners(position).filter(owner => owner === color).length;
}

/** The points that only this colour encloses (目). */
export function territoryOf(position: Position, color: Color): number {
  return areaOf(position, color) - position.stones.filter(stone => stone === color).length;
}
