// What comes and goes over a position: the stone under the pointer, the pending stone, the unsent one, the cursor.

import { memo } from "preact/compat";
import { type Geometry, shows, xOf, yOf } from "../geometry";
import type { Color, Point } from "../types";
import { Stone } from "./Stones";

type At = { g: Geometry; point: Point };

/** Dashed lines through the board, beneath the stones. */
export const CrossHair = memo(({ g, point }: At) => (
  <path
    d={`M${xOf(g, point)} 0V${g.height}M0 ${yOf(g, point)}H${g.width}`}
    class="bd-stroke"
    stroke="var(--mark)"
    stroke-width={Math.max(1.5, g.line)}
    stroke-dasharray={`${0.16 * g.cell} ${0.16 * g.cell}`}
    stroke-linecap="butt"
  />
));

export const Pending = memo(({ g, point, id, color }: At & { id: string; color: Color }) => (
  <>
    <Stone g={g} id={id} point={point} color={color} look="pending" />
    <circle
      cx={xOf(g, point)}
      cy={yOf(g, point)}
      r={g.radius + Math.max(2, 0.09 * g.cell)}
      fill="none"
      stroke="var(--mark)"
      stroke-width={Math.max(1.5, 0.06 * g.cell)}
    />
  </>
));

/** Three dots that turn slowly around a stone that has not arrived. */
const Unsent = memo(({ g, point }: At) => (
  <g transform={`translate(${xOf(g, point)} ${yOf(g, point)})`}>
    <g class="bd-unsent">
      {[0, 120, 240].map(turn => (
        <circle
          key={turn}
          transform={`rotate(${turn})`}
          cy={-0.5 * g.cell}
          r={Math.max(1.6, 0.09 * g.cell)}
          fill="var(--mark)"
          stroke="var(--halo)"
          stroke-width={Math.max(0.8, 0.03 * g.cell)}
        />
      ))}
    </g>
  </g>
));

const Cursor = memo(({ g, point }: At) => {
  const [x, y, a, k] = [xOf(g, point), yOf(g, point), 0.5 * g.cell, 0.2 * g.cell];
  const d =
    `M${x - a} ${y - a + k}v${-k}h${k}M${x + a - k} ${y - a}h${k}v${k}` +
    `M${x + a} ${y + a - k}v${k}h${-k}M${x - a + k} ${y + a}h${-k}v${-k}`;
  return (
    <g fill="none">
      <path d={d} stroke="var(--halo)" stroke-width={Math.max(4, 0.14 * g.cell)} />
      <path d={d} stroke="var(--mark)" stroke-width={Math.max(2, 0.07 * g.cell)} />
    </g>
  );
});

type LayerProps = {
  g: Geometry;
  id: string;
  ghost: Color | null;
  hover: Point | null;
  pending: Point | null;
  unsent: Point | null;
  cursor: Point | null;
};

/** Not part of a picture that is saved. */
export const PassingLayer = memo(({ g, id, ghost, hover, pending, unsent, cursor }: LayerProps) => (
  <g data-passing="">
    {unsent !== null && shows(g, unsent) && <Unsent g={g} point={unsent} />}
    {ghost && hover !== null && hover !== pending && (
      <Stone g={g} id={id} point={hover} color={ghost} look="ghost" />
    )}
    {ghost && pending !== null && <Pending g={g} id={id} point={pending} color={ghost} />}
    {cursor !== null && shows(g, cursor) && <Cursor g={g} point={cursor} />}
  </g>
));
