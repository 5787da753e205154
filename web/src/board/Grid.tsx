// The board as a screen reader and the keyboard see it: a grid of named points over the picture, with one tab stop.

import type { RefObject } from "preact";
import { memo } from "preact/compat";
import type { Geometry } from "./geometry";
import type { Point } from "./types";

type Props = {
  g: Geometry;
  label: string;
  /** The names of all points. */
  names: readonly string[];
  cursor: Point;
  root: RefObject<HTMLDivElement>;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (point: Point, byKeyboard: boolean) => void;
  onBlur: () => void;
};

export function PointGrid(props: Props) {
  const { g, names, cursor } = props;
  const { part, size, cell } = g;
  const rows = [];
  for (let row = part.top; row <= part.bottom; row++) {
    const first = row * size.cols;
    const here = names.slice(first + part.left, first + part.right + 1);
    const at = cursor - first;
    rows.push(
      <Row
        key={row}
        row={row}
        left={part.left}
        first={first + part.left}
        names={here.join("\n")}
        stop={at >= part.left && at <= part.right ? at - part.left : -1}
      />,
    );
  }
  const place = { left: `${g.x0 - cell / 2}px`, top: `${g.y0 - cell / 2}px` };
  return (
    <div
      ref={props.root}
      class="bd-grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={size.rows}
      aria-colcount={size.cols}
      style={place}
      onKeyDown={props.onKeyDown}
      onFocusIn={event => focused(event, props.onFocus)}
      onFocusOut={props.onBlur}
    >
      {rows}
    </div>
  );
}

function focused(event: FocusEvent, tell: Props["onFocus"]): void {
  const point = pointOf(event);
  if (point !== null) tell(point, (event.target as Element).matches(":focus-visible"));
}

function pointOf(event: Event): Point | null {
  const point = (event.target as HTMLElement).dataset?.point;
  return point === undefined ? null : Number(point);
}

type RowProps = { row: number; left: number; first: Point; names: string; stop: number };

const Row = memo(({ row, left, first, names, stop }: RowProps) => (
  <div role="row" aria-rowindex={row + 1} class="bd-row">
    {names.split("\n").map((name, i) => (
      <div
        key={i}
        role="gridcell"
        class="bd-cell"
        aria-colindex={left + i + 1}
        aria-label={name}
        tabIndex={i === stop ? 0 : -1}
        data-point={first + i}
      />
    ))}
  </div>
));
