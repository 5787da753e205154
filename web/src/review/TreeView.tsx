// The tree of variations. Only the nodes in sight are drawn, so that a record of many thousand nodes scrolls smoothly.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { type Layout, layOut, type Spot } from "./layout";
import { moveOf, type State, stateAt } from "./replay";
import type { Review } from "./review";
import type { Tree } from "./tree";

const STEP = 30;
const DOWN = 34;
const LEFT = 18;
const TOP = 20;
const RADIUS = 12;

const x = (col: number) => LEFT + col * STEP;
const y = (row: number) => TOP + row * DOWN;

export function TreeView({ review }: { review: Review }) {
  const tree = review.tree.value;
  const at = review.at.value;
  const box = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layOut(tree), [tree]);
  const sight = useSight(box);
  const here = layout.spots.get(at);

  useLayoutEffect(() => {
    if (here && box.current) keepInSight(box.current, here);
  }, [here?.col, here?.row]);

  const pick = (event: MouseEvent) => {
    const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
    const col = Math.round((event.clientX - left - LEFT) / STEP);
    const row = Math.round((event.clientY - top - TOP) / DOWN);
    const found = layout.columns[col]?.find(spot => spot.row === row);
    if (found) review.go(found.id);
  };

  return (
    <div
      ref={box}
      class="card review-tree"
      role="group"
      aria-label={`${t("record.tree")}${t("record.comma")}${describe(review)}`}
      tabIndex={0}
      onKeyDown={event => onKey(event, review)}
    >
      <svg
        width={x(layout.cols - 1) + LEFT}
        height={y(layout.rows - 1) + TOP}
        aria-hidden="true"
        onClick={pick}
      >
        <Lines layout={layout} sight={sight} />
        <Nodes layout={layout} sight={sight} tree={tree} at={at} />
      </svg>
    </div>
  );
}

/** "第 87 手，两个后续" */
function describe(review: Review): string {
  const { number } = review.state.value;
  const count = review.tree.value.get(review.at.value)!.children.length;
  return t("record.treeAt", { move: number, n: count });
}

function onKey(event: KeyboardEvent, review: Review): void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => review.step(-1),
    ArrowRight: () => review.step(1),
    ArrowUp: () => review.variation(-1),
    ArrowDown: () => review.variation(1),
  };
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
}

type Sight = { left: number; right: number; top: number; bottom: number };

/** In steps of ten columns or rows, so that scrolling seldom draws anew. */
function span(from: number, length: number, step: number): [number, number] {
  const first = Math.floor(from / step / 10) * 10 - 10;
  return [first, first + Math.ceil(length / step / 10) * 10 + 40];
}

/** The columns and rows in sight and some beside them. */
function useSight(box: { current: HTMLDivElement | null }): Sight {
  const [sight, setSight] = useState<Sight>({ left: 0, right: 40, top: 0, bottom: 40 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const [left, right] = span(element.scrollLeft, element.clientWidth, STEP);
      const [top, bottom] = span(element.scrollTop, element.clientHeight, DOWN);
      setSight(old =>
        old.left === left && old.right === right && old.top === top && old.bottom === bottom
          ? old
          : { left, right, top, bottom },
      );
    };
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [box]);
  return sight;
}

function keepInSight(box: HTMLElement, { col, row }: Spot): void {
  const margin = 3 * STEP;
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = box;
  if (x(col) - margin < scrollLeft || x(col) + margin > scrollLeft + clientWidth)
    box.scrollLeft = x(col) - clientWidth / 2;
  if (y(row) - DOWN < scrollTop) box.scrollTop = y(row) - DOWN;
  else if (y(row) + DOWN > scrollTop + clientHeight) box.scrollTop = y(row) + DOWN - clientHeight;
}

/** The nodes in sight, those included whose line comes from above and goes on below it. */
const inSight = ({ columns }: Layout, { left, right, top, bottom }: Sight): Spot[] =>
  columns
    .slice(Math.max(0, left), Math.max(0, right))
    .flatMap(spots => spots.filter(({ row, parent }) => row >= top && (parent?.row ?? row) < bottom));

function Lines({ layout, sight }: { layout: Layout; sight: Sight }) {
  const parts = inSight(layout, sight).map(({ col, row, parent }) => {
    if (!parent) return "";
    const from = `M${x(parent.col)} ${y(parent.row)}`;
    return parent.row === row ? `${from}H${x(col)}` : `${from}V${y(row - 1)}L${x(col)} ${y(row)}`;
  });
  return <path class="review-tree-lines" d={parts.join("")} />;
}

function Nodes({ layout, sight, tree, at }: { layout: Layout; sight: Sight; tree: Tree; at: number }) {
  const nodes = inSight(layout, sight).filter(({ row }) => row < sight.bottom);
  return (
    <>
      {nodes.map(spot => (
        <Node key={spot.id} spot={spot} state={stateAt(tree, spot.id)} tree={tree} here={spot.id === at} />
      ))}
    </>
  );
}

function Node({ spot, state, tree, here }: { spot: Spot; state: State; tree: Tree; here: boolean }) {
  const move = moveOf(tree.get(spot.id)!, state.position.size);
  const center = { cx: x(spot.col), cy: y(spot.row) };
  const look = move ? (move.color === "black" ? "b" : "w") : "none";
  return (
    <>
      {here && <circle class="review-tree-here" {...center} r={RADIUS + 3.5} />}
      <circle class={`review-tree-${look}`} {...center} r={move ? RADIUS - 1 : 6} />
      {move && (
        <text class={`review-tree-${look}`} x={center.cx} y={center.cy}>
          {move.point === null ? "–" : state.number}
        </text>
      )}
      {tree.text(spot.id, "C") !== "" && (
        <circle class="review-tree-note" cx={center.cx + 9} cy={center.cy - 9} r={3} />
      )}
    </>
  );
}
