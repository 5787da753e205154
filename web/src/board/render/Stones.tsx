// Shadows and stones. Each is drawn anew only when something about its own point changes.

import { memo } from "preact/compat";
import { type Geometry, shows, xOf, yOf } from "../geometry";
import { columnOf, rowOf } from "../points";
import type { Color, Point, Stones } from "../types";

/** Why a stone is fainter than others. */
export type Look = "plain" | "dead" | "dimmed" | "ghost" | "pending" | "leaving";

const OPACITY: Record<Look, number> = {
  plain: 1,
  dead: 0.42,
  dimmed: 0.38,
  ghost: 0.55,
  pending: 0.72,
  leaving: 1,
};
const DEAD_SIZE = 0.86;

type StoneProps = {
  g: Geometry;
  id: string;
  point: Point;
  color: Color;
  look: Look;
  /** Falls onto the board. */
  drops?: boolean;
};

export const Stone = memo(({ g, id, point, color, look, drops }: StoneProps) => {
  const radius = look === "dead" ? g.radius * DEAD_SIZE : g.radius;
  const letter = color === "black" ? "b" : "w";
  const opacity = OPACITY[look];
  const motion = drops ? "bd-drop" : look === "leaving" ? "bd-leave" : undefined;
  return (
    <g transform={`translate(${xOf(g, point)} ${yOf(g, point)})`}>
      <g class={motion} opacity={opacity < 1 ? opacity : undefined}>
        <circle
          class={`bd-rim-${letter}`}
          r={color === "white" ? radius - 0.4 : radius}
          fill={g.flat ? `var(--${letter}-flat)` : `url(#${id}-${color})`}
          stroke={`var(--${letter}-rim)`}
        />
        {color === "white" && g.grain && look === "plain" && (
          <use
            href={`#${id}-grain`}
            class="bd-grain"
            stroke-width={g.radius * 0.035}
            transform={`rotate(${turn(point, g)})`}
          />
        )}
      </g>
    </g>
  );
});

function turn(point: Point, g: Geometry): number {
  return ((47 * columnOf(point, g.size) + 91 * rowOf(point, g.size)) % 4) * 41 - 50;
}

const Shadow = memo(({ g, id, point }: { g: Geometry; id: string; point: Point }) => (
  <circle
    cx={xOf(g, point) + 0.025 * g.cell}
    cy={yOf(g, point) + 0.075 * g.cell}
    r={g.radius * 1.09}
    fill={`url(#${id}-shadow)`}
  />
));

type LayerProps = {
  g: Geometry;
  id: string;
  stones: Stones;
  dead?: ReadonlySet<Point>;
  dim?: Color | null;
  /** The stone that was just played. */
  dropped: Point | null;
  /** Stones that are being taken off. */
  leaving: readonly { point: Point; color: Color }[];
};

/** All shadows, then all stones. */
export const StoneLayer = memo(({ g, id, stones, dead, dim, dropped, leaving }: LayerProps) => {
  const shadows = [];
  const discs = [];
  for (let point = 0; point < stones.length; point++) {
    const color = stones[point];
    if (!color || !shows(g, point)) continue;
    const look: Look = dead?.has(point) ? "dead" : dim === color ? "dimmed" : "plain";
    if (look === "plain" && !g.flat) shadows.push(<Shadow key={point} g={g} id={id} point={point} />);
    discs.push(
      <Stone key={point} g={g} id={id} point={point} color={color} look={look} drops={point === dropped} />,
    );
  }
  for (const { point, color } of leaving) {
    discs.push(<Stone key={`leaving ${point}`} g={g} id={id} point={point} color={color} look="leaving" />);
  }
  return (
    <>
      <g>{shadows}</g>
      <g>{discs}</g>
    </>
  );
});
