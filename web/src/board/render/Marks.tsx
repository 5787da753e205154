// The marks on points and stones, each with its own shape, so that none is told by colour alone.

import { memo } from "preact/compat";
import { type Geometry, shows, xOf, yOf } from "../geometry";
import type { BoardProps, Color, Owner, Point, Shape } from "../types";

type At = { g: Geometry; point: Point };

/** The colour of a mark on a stone, or on an empty point. */
const on = (color: Color | null | undefined): string =>
  color === "black" ? "var(--on-b)" : color === "white" ? "var(--on-w)" : "var(--mark)";

const DeadCross = memo(({ g, point }: At) => {
  const x = xOf(g, point);
  const y = yOf(g, point);
  const a = 0.52 * g.radius;
  const d = `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}`;
  return (
    <g class="bd-stroke">
      <path d={d} stroke="var(--halo)" stroke-width={0.17 * g.cell} />
      <path d={d} stroke="var(--mark)" stroke-width={Math.max(1.5, 0.075 * g.cell)} />
    </g>
  );
});

const Square = memo(({ g, point, color, side }: At & { color: Color; side: number }) => (
  <rect
    x={xOf(g, point) - side / 2}
    y={yOf(g, point) - side / 2}
    width={side}
    height={side}
    fill={color === "black" ? "var(--b-flat)" : "var(--w-flat)"}
    stroke={color === "black" ? "var(--b-rim)" : "var(--b-flat)"}
    stroke-width={Math.max(1, 0.045 * g.cell)}
  />
));

const Diamond = memo(({ g, point }: At) => {
  const a = 0.225 * g.cell;
  return (
    <g transform={`translate(${xOf(g, point)} ${yOf(g, point)})`}>
      <path d={`M0 ${-a}L${a} 0 0 ${a}Z`} fill="var(--w-flat)" />
      <path d={`M0 ${-a}L${-a} 0 0 ${a}Z`} fill="var(--b-flat)" />
      <path
        d={`M0 ${-a}L${a} 0 0 ${a} ${-a} 0Z`}
        fill="none"
        stroke="var(--mark)"
        stroke-width={Math.max(1, 0.045 * g.cell)}
      />
    </g>
  );
});

const Dash = memo(({ g, point }: At) => (
  <g class="bd-stroke">
    <path
      d={`M${xOf(g, point) - 0.18 * g.cell} ${yOf(g, point)}h${0.36 * g.cell}`}
      stroke="var(--halo)"
      stroke-width={0.24 * g.cell}
    />
    <path
      d={`M${xOf(g, point) - 0.16 * g.cell} ${yOf(g, point)}h${0.32 * g.cell}`}
      stroke="var(--mark)"
      stroke-width={Math.max(1.5, 0.09 * g.cell)}
    />
  </g>
));

/** A thin ring in or on a stone; on an empty point it stands on the board's colour. */
const Ring = memo(({ g, point, color }: At & { color: Color | null }) => (
  <circle
    cx={xOf(g, point)}
    cy={yOf(g, point)}
    r={0.5 * g.radius}
    fill={color ? "none" : "var(--halo)"}
    stroke={on(color)}
    stroke-width={Math.max(1.2, 0.05 * g.cell)}
  />
));

const Letters = memo(({ g, point, color, text }: At & { color: Color | null; text: string }) => {
  const x = xOf(g, point);
  const y = yOf(g, point);
  const size = [0.6, 0.6, 0.5, 0.4][text.length] ?? 1.2 / text.length;
  return (
    <>
      {!color && <circle cx={x} cy={y} r={0.82 * g.radius} fill="var(--halo)" />}
      <text x={x} y={y} font-size={size * g.cell} font-weight="600" fill={on(color)}>
        {text}
      </text>
    </>
  );
});

const SHAPES: Record<Shape, (a: number) => string> = {
  triangle: a => `M0 ${-1.15 * a}L${a} ${0.6 * a}H${-a}Z`,
  square: a => `M${-0.85 * a} ${-0.85 * a}H${0.85 * a}V${0.85 * a}H${-0.85 * a}Z`,
  circle: a => `M${-a} 0A${a} ${a} 0 1 1 ${a} 0A${a} ${a} 0 1 1 ${-a} 0Z`,
  cross: a => `M${-a} ${-a}L${a} ${a}M${a} ${-a}L${-a} ${a}`,
};

const ShapeMark = memo(({ g, point, color, shape }: At & { color: Color | null; shape: Shape }) => (
  <g transform={`translate(${xOf(g, point)} ${yOf(g, point)})`}>
    {!color && <circle r={0.82 * g.radius} fill="var(--halo)" />}
    <path
      d={SHAPES[shape](0.25 * g.cell)}
      class="bd-stroke"
      stroke={on(color)}
      stroke-width={Math.max(1.5, 0.07 * g.cell)}
    />
  </g>
));

const Ko = memo(({ g, point }: At) => {
  const a = 0.44 * g.cell;
  return (
    <rect
      x={xOf(g, point) - a / 2}
      y={yOf(g, point) - a / 2}
      width={a}
      height={a}
      fill="var(--halo)"
      stroke="var(--mark)"
      stroke-width={Math.max(1.5, 0.06 * g.cell)}
    />
  );
});

const Last = memo(({ g, point }: At) => {
  const r = g.cell < 12 ? 0.32 * g.radius : Math.max(2.5, 0.17 * g.cell);
  return <circle cx={xOf(g, point)} cy={yOf(g, point)} r={r} fill="var(--last)" />;
});

type Ends = { g: Geometry; from: Point; to: Point };

const Stroke = ({ g, d }: { g: Geometry; d: string }) => (
  <g class="bd-stroke">
    <path d={d} stroke="var(--halo)" stroke-width={0.16 * g.cell} />
    <path d={d} stroke="var(--arrow)" stroke-width={0.075 * g.cell} />
  </g>
);

const Line = memo(({ g, from, to }: Ends) => (
  <Stroke g={g} d={`M${xOf(g, from)} ${yOf(g, from)}L${xOf(g, to)} ${yOf(g, to)}`} />
));

const Arrow = memo(({ g, from, to }: Ends) => {
  const [ax, ay, bx, by] = [xOf(g, from), yOf(g, from), xOf(g, to), yOf(g, to)];
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return null;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const [tx, ty] = [bx - ux * g.radius * 0.5, by - uy * g.radius * 0.5];
  const h = 0.2 * g.cell;
  const head = (side: number) => `${tx - ux * h - side * uy * h * 0.7} ${ty - uy * h + side * ux * h * 0.7}`;
  return <Stroke g={g} d={`M${ax} ${ay}L${tx} ${ty}M${head(1)}L${tx} ${ty} ${head(-1)}`} />;
});

/** The board's colour over whole points: a veil, or a cover that lets nothing through. */
export const Cover = memo(
  ({ g, points, opacity }: { g: Geometry; points?: ReadonlySet<Point>; opacity: number }) => {
    const cells = [...(points ?? [])].filter(point => shows(g, point));
    if (cells.length === 0) return null;
    const d = cells.map(point => cellAt(g, point, opacity === 1)).join("");
    return <path d={d} fill="var(--halo)" fill-opacity={opacity} shape-rendering="crispEdges" />;
  },
);

/** The square of a point; `out` to the edge of the picture on the outer lines of the part. */
function cellAt(g: Geometry, point: Point, out: boolean): string {
  const { part, size, cell } = g;
  const [col, row] = [point % size.cols, Math.floor(point / size.cols)];
  const left = out && col === part.left ? 0 : xOf(g, point) - cell / 2;
  const top = out && row === part.top ? 0 : yOf(g, point) - cell / 2;
  const right = out && col === part.right ? g.width : xOf(g, point) + cell / 2;
  const bottom = out && row === part.bottom ? g.height : yOf(g, point) + cell / 2;
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

type Block = NonNullable<BoardProps["blocks"]>[number];

const place = (g: Geometry, block: Block): { x: number; y: number } => ({
  x: g.x0 + (block.col - g.part.left) * g.cell,
  y: g.y0 + (block.row - g.part.top) * g.cell,
});

const BlockFrame = memo(({ g, ...block }: Block & { g: Geometry }) => (
  <rect
    x={place(g, block).x - 0.46 * g.cell}
    y={place(g, block).y - 0.46 * g.cell}
    width={(block.cols - 0.08) * g.cell}
    height={(block.rows - 0.08) * g.cell}
    rx={0.12 * g.cell}
    fill="var(--halo)"
    fill-opacity={block.lit ? ".95" : ".55"}
    stroke="var(--mark)"
    stroke-width={Math.max(1.5, (block.lit ? 0.14 : 0.06) * g.cell)}
  />
));

const BlockText = memo(({ g, ...block }: Block & { g: Geometry }) => (
  <text
    x={place(g, block).x + ((block.cols - 1) * g.cell) / 2}
    y={place(g, block).y + ((block.rows - 1) * g.cell) / 2}
    font-size={0.95 * g.cell}
    font-weight="600"
    fill="var(--mark)"
    stroke="var(--halo)"
    stroke-width={0.16 * g.cell}
    paint-order="stroke"
  >
    {block.text}
  </text>
));

/** The frames of tens, which lie under the stones. */
export const Frames = memo(({ g, blocks }: { g: Geometry; blocks: BoardProps["blocks"] }) => (
  <>
    {blocks?.map(block => (
      <BlockFrame key={`${block.col} ${block.row}`} g={g} {...block} />
    ))}
  </>
));

/** Below this cell move numbers cannot be read; only the last is written. */
const NUMBERS_FROM = 16;

type LayerProps = { g: Geometry } & Pick<
  BoardProps,
  | "stones"
  | "dead"
  | "seki"
  | "dashes"
  | "owners"
  | "heat"
  | "blocks"
  | "rings"
  | "arrows"
  | "lines"
  | "numbers"
  | "labels"
  | "shapes"
  | "ko"
  | "last"
  | "thumbnail"
>;

/** Everything over the stones, in the order of drawing. */
export const MarkLayer = memo((props: LayerProps) => {
  const { g, stones, dead, numbers, labels, shapes, ko, last } = props;
  const shown = (points: Iterable<Point> | undefined) => [...(points ?? [])].filter(p => shows(g, p));
  const numbered = shown(numbers?.keys()).filter(p => g.cell >= NUMBERS_FROM || p === last);
  const written = last != null && (numbered.includes(last) || labels?.has(last) || shapes?.has(last));
  return (
    <>
      {shown(dead).map(p => (
        <DeadCross key={p} g={g} point={p} />
      ))}
      <Territory {...props} />
      {shown(props.dashes).map(p => (
        <Dash key={`dash ${p}`} g={g} point={p} />
      ))}
      {props.lines?.map(({ from, to }) => (
        <Line key={`line ${from} ${to}`} g={g} from={from} to={to} />
      ))}
      {props.arrows?.map(({ from, to }) => (
        <Arrow key={`${from} ${to}`} g={g} from={from} to={to} />
      ))}
      {props.blocks?.map(b => b.text && <BlockText key={`${b.col} ${b.row}`} g={g} {...b} />)}
      {shown(new Set([...(props.rings ?? []), ...(props.seki ?? [])])).map(p => (
        <Ring key={`ring ${p}`} g={g} point={p} color={stones[p] ?? null} />
      ))}
      {shown(shapes?.keys()).map(p => (
        <ShapeMark key={`shape ${p}`} g={g} point={p} color={stones[p] ?? null} shape={shapes!.get(p)!} />
      ))}
      {numbered.map(p => (
        <Letters key={`n ${p}`} g={g} point={p} color={stones[p] ?? null} text={String(numbers!.get(p))} />
      ))}
      {shown(labels?.keys()).map(p => (
        <Letters key={`l ${p}`} g={g} point={p} color={stones[p] ?? null} text={labels!.get(p)!} />
      ))}
      {ko != null && !props.thumbnail && shows(g, ko) && <Ko g={g} point={ko} />}
      {last != null && stones[last] && !written && shows(g, last) && <Last g={g} point={last} />}
    </>
  );
});

/** Squares and diamonds of the count, and the squares of ownership. */
function Territory({ g, owners, heat, dead }: LayerProps) {
  const ownerOf = (owner: Owner, point: Point) => {
    if (!owner || dead?.has(point) || !shows(g, point)) return null;
    if (owner === "shared") return <Diamond key={point} g={g} point={point} />;
    return <Square key={point} g={g} point={point} color={owner} side={0.3 * g.cell} />;
  };
  const heatOf = (value: number, point: Point) => {
    const sure = Math.abs(value);
    if (sure < 0.08 || !shows(g, point)) return null;
    const side = (0.16 + 0.42 * Math.min(1, sure)) * g.cell;
    return <Square key={point} g={g} point={point} color={value > 0 ? "black" : "white"} side={side} />;
  };
  return (
    <>
      <g>{owners?.map(ownerOf)}</g>
      <g>{heat?.map(heatOf)}</g>
    </>
  );
}
