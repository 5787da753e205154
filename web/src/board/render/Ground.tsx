// What lies under the stones and never moves: lines, star points, coordinates, and the gradients of the stones.

import { memo } from "preact/compat";
import type { Coordinates } from "../../ui/prefs";
import { type Geometry, shows, starPoints, xOf, yOf } from "../geometry";
import { columnLabel, rowLabel } from "../points";

/** Gradients and grain, named by the board's own prefix, so that several boards share a page. */
export const Definitions = memo(({ g, id }: { g: Geometry; id: string }) => (
  <defs>
    <radialGradient id={`${id}-black`} cx=".36" cy=".30" r=".76">
      <stop offset="0" stop-color="var(--b-hi)" />
      <stop offset=".28" stop-color="var(--b-mid)" />
      <stop offset=".64" stop-color="var(--b-low)" />
      <stop offset="1" stop-color="var(--b-edge)" />
    </radialGradient>
    <radialGradient id={`${id}-white`} cx=".38" cy=".32" r=".78">
      <stop offset="0" stop-color="var(--w-hi)" />
      <stop offset=".55" stop-color="var(--w-mid)" />
      <stop offset=".86" stop-color="var(--w-low)" />
      <stop offset="1" stop-color="var(--w-edge)" />
    </radialGradient>
    <radialGradient id={`${id}-shadow`}>
      <stop offset=".78" stop-color="#000" stop-opacity="var(--stone-shadow)" />
      <stop offset="1" stop-color="#000" stop-opacity="0" />
    </radialGradient>
    {g.grain && <path id={`${id}-grain`} d={grain(g.radius)} />}
  </defs>
));

function grain(r: number): string {
  const arcs: [number, number, number, number, number, number][] = [
    [-0.78, -0.42, 0, -0.72, 0.76, -0.46],
    [-0.9, -0.1, 0, -0.42, 0.9, -0.14],
    [-0.9, 0.22, 0, -0.1, 0.9, 0.18],
    [-0.74, 0.55, 0, 0.24, 0.76, 0.5],
  ];
  const at = (v: number) => (v * r).toFixed(2);
  return arcs.map(([a, b, c, d, e, f]) => `M${at(a)} ${at(b)}Q${at(c)} ${at(d)} ${at(e)} ${at(f)}`).join("");
}

/** Lines and star points. */
export const Grid = memo(({ g }: { g: Geometry }) => (
  <>
    <path d={lines(g, false)} class="bd-line" stroke-width={g.line} />
    <path d={lines(g, true)} class="bd-line" stroke-width={g.edgeLine} />
    {starPoints(g.size)
      .filter(point => shows(g, point))
      .map(point => (
        <circle
          key={point}
          cx={xOf(g, point)}
          cy={yOf(g, point)}
          r={Math.max(1.5, 0.115 * g.cell)}
          fill="var(--grid)"
        />
      ))}
  </>
));

/** The inner lines, or the outermost ones. */
function lines(g: Geometry, outer: boolean): string {
  const { part, cell, size } = g;
  const left = g.cut.left ? 0 : g.x0;
  const top = g.cut.top ? 0 : g.y0;
  const right = g.cut.right ? g.width : g.x0 + (part.right - part.left) * cell;
  const bottom = g.cut.bottom ? g.height : g.y0 + (part.bottom - part.top) * cell;
  let path = "";
  for (let col = part.left; col <= part.right; col++) {
    if ((col === 0 || col === size.cols - 1) !== outer) continue;
    path += `M${g.x0 + (col - part.left) * cell} ${top}V${bottom}`;
  }
  for (let row = part.top; row <= part.bottom; row++) {
    if ((row === 0 || row === size.rows - 1) !== outer) continue;
    path += `M${left} ${g.y0 + (row - part.top) * cell}H${right}`;
  }
  return path;
}

export const Labels = memo(({ g, style }: { g: Geometry; style: Coordinates }) => {
  const { labelled, labelAt } = g;
  const across = g.part.right - g.part.left + 1;
  const down = g.part.bottom - g.part.top + 1;
  const columns = [labelled.top && labelAt.top, labelled.bottom && labelAt.bottom].filter(y => y !== false);
  const rows = [labelled.left && labelAt.left, labelled.right && labelAt.right].filter(x => x !== false);
  return (
    <g fill="var(--coord)">
      {columns.map(y =>
        Array.from({ length: across }, (_, col) => (
          <text key={`${y} ${col}`} x={g.x0 + col * g.cell} y={y} font-size={g.font}>
            {columnLabel(col, style)}
          </text>
        )),
      )}
      {rows.map(x =>
        Array.from({ length: down }, (_, row) => (
          <RowLabel
            key={`${x} ${row}`}
            x={x}
            y={g.y0 + row * g.cell}
            g={g}
            text={rowLabel(row, g.size, style)}
          />
        )),
      )}
    </g>
  );
});

/** Chinese numerals from 十一 on stand one above the other. */
function RowLabel({ x, y, g, text }: { x: number; y: number; g: Geometry; text: string }) {
  const stacked = text.length > 1 && /[一-十]/.test(text);
  if (!stacked) {
    return (
      <text x={x} y={y} font-size={g.font}>
        {text}
      </text>
    );
  }
  const font = Math.min(g.font, (0.9 * g.cell) / text.length);
  return (
    <>
      {[...text].map((letter, i) => (
        <text key={i} x={x} y={y + (i - (text.length - 1) / 2) * font} font-size={font}>
          {letter}
        </text>
      ))}
    </>
  );
}
