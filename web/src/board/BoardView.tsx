// The board that every page shows: `<BoardView size stones label …/>`, with the props of types.ts.

import "./board.css";
import type { Ref } from "preact";
import { forwardRef } from "preact/compat";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { lang } from "../i18n";
import { polite } from "../ui/live";
import { type Coordinates, prefs } from "../ui/prefs";
import { PointGrid } from "./Grid";
import { xOf, yOf } from "./geometry";
import { boardKey } from "./keyboard";
import { useMotion } from "./motion";
import { Loupe, ZoomMap } from "./Overlays";
import { Position } from "./position";
import { Picture } from "./render/Picture";
import { boardWords, groupWords, pointName } from "./speech";
import { type Board, useBoard, useSteady } from "./state";
import { standalone } from "./svg";
import { TypedMove } from "./TypedMove";
import type { BoardHandle, BoardProps, Point } from "./types";
import { useLatest } from "./useLatest";
import { useMeasure } from "./useMeasure";
import { usePointer } from "./usePointer";

let boards = 0;
const useId = () => useState(() => `bd${boards++}`)[0];

export const BoardView = forwardRef<BoardHandle, BoardProps>((props, ref) =>
  props.thumbnail ? <Thumbnail {...props} handle={ref} /> : <FullBoard {...props} handle={ref} />,
);

type WithHandle = BoardProps & { handle: Ref<BoardHandle> };

function classes(props: BoardProps): string {
  const both = props.fit === "both" ? " bd-both" : "";
  const past = props.edge === "past" ? " bd-past" : "";
  return `board bd${both}${past}${props.class ? ` ${props.class}` : ""}`;
}

/** A picture alone, with a name. */
function Thumbnail({ handle, ...props }: WithHandle) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const stones = useSteady(props.stones);
  const g = useMeasure(box, props);
  const motion = useMotion(stones);
  useImperativeHandle(handle, () => ({
    confirm() {},
    cancel() {},
    focus() {},
    zoom() {},
    svg: () => standalone(box.current!),
  }));
  const nothing = { ghost: null, hover: null, pending: null, cursor: null };
  return (
    <div ref={box} class={classes(props)} role="img" aria-label={props.label}>
      <div class="bd-wood" style={woodStyle(g)}>
        <Picture g={g} id={id} board={props} stones={stones} motion={motion} style="none" {...nothing} />
      </div>
    </div>
  );
}

const woodStyle = (g: { width: number; height: number; cell: number }) => ({
  width: `${g.width}px`,
  height: `${g.height}px`,
  "--cell": `${g.cell}px`,
});

function FullBoard({ handle, ...given }: WithHandle) {
  const box = useRef<HTMLDivElement>(null);
  const wood = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const id = useId();
  const stones = useSteady(given.stones);
  const props = { ...given, stones };
  const fit = useMeasure(box, props);
  const motion = useMotion(stones);
  const board = useBoard(props, stones, fit);
  const [typing, setTyping] = useState<string | null>(null);
  const style = props.coordinates ?? prefs.value.coordinates;
  const { g, view, pinch } = board.zoom;

  const focusCell = (point: Point) => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-point="${point}"]`);
    cell?.focus({ preventScroll: true });
  };
  const moveTo = (point: Point) => {
    board.setCursor(point);
    board.setKeyboard(true);
    if (board.zoom.on) board.zoom.moveTo({ x: xOf(g, point), y: yOf(g, point) });
    focusCell(point);
  };
  const position = () => Position.of(props.size, stones);
  const say = (what: "group" | "board") => {
    if (what === "group") polite(groupWords(board.cursor, position(), style));
    else for (const line of boardWords(position(), style)) polite(line);
  };
  const key = (event: KeyboardEvent) => {
    const type = props.onType ?? setTyping;
    const commands = { position, moveTo, say, type, letters: prefs.value.keys };
    if (!boardKey(event, props, board, g, commands)) return;
    board.setKeyboard(true);
    event.preventDefault();
    event.stopPropagation();
  };
  const pointers = usePointer(props, board, focusCell);

  const confirms = board.confirms(coarse() ? "touch" : "mouse");
  const tellMeasures = useLatest(props.onMeasure);
  useLayoutEffect(
    () => tellMeasures({ width: fit.width, height: fit.height, cell: fit.cell, confirms }),
    [fit, confirms, tellMeasures],
  );
  const tellZoom = useLatest(props.onZoom);
  const zoomed = useRef(false);
  useEffect(() => {
    if (zoomed.current !== board.zoom.on) tellZoom(board.zoom.on);
    zoomed.current = board.zoom.on;
  }, [board.zoom.on, tellZoom]);
  useImperativeHandle(handle, () => ({
    confirm: () => board.pending !== null && board.play(board.pending),
    cancel: () => board.setPending(null),
    focus: () => focusCell(board.cursor),
    zoom: on => (on ? board.zoom.open() : board.zoom.whole()),
    svg: () => standalone(wood.current!),
  }));

  const names = useNames(props, style, board.pending);
  const held = board.zoom.on || (board.ghost !== null && board.confirms("touch"));
  return (
    <div ref={box} class={classes(props)}>
      <div
        ref={wood}
        class="bd-wood"
        style={{ ...woodStyle(fit), "--cell": `${g.cell}px`, touchAction: held ? "none" : "pan-y" }}
        {...pointers}
      >
        <div class="bd-sheet" style={sheetStyle(view, pinch)}>
          <Picture
            g={g}
            id={id}
            board={props}
            stones={stones}
            motion={motion}
            style={style}
            ghost={board.ghost}
            hover={board.hover}
            pending={board.pending}
            cursor={board.keyboard ? board.cursor : null}
          />
          <PointGrid
            g={g}
            label={props.label}
            names={names}
            cursor={board.cursor}
            root={grid}
            onKeyDown={key}
            onFocus={(point, byKeyboard) => {
              board.setCursor(point);
              if (byKeyboard) board.setKeyboard(true);
            }}
            onBlur={() => board.setKeyboard(false)}
          />
        </div>
        {board.zoom.on && (
          <ZoomMap
            id={id}
            g={g}
            view={view}
            box={fit}
            left={board.pending !== null && xOf(g, board.pending) - view.x > fit.width / 2}
            onMove={board.zoom.moveTo}
            onWhole={board.zoom.whole}
          />
        )}
      </div>
      {board.finger && (
        <Loupe
          id={id}
          g={g}
          at={board.finger}
          view={view}
          screen={{ width: innerWidth, height: innerHeight }}
          board={wood.current!.getBoundingClientRect()}
        />
      )}
      {typing !== null && (
        <TypedMove
          first={typing}
          size={props.size}
          onPoint={point => {
            moveTo(point);
            board.choose(point, false);
          }}
          onClose={() => {
            setTyping(null);
            focusCell(board.cursor);
          }}
        />
      )}
    </div>
  );
}

/** The names of all points; a name changes only where its point does. */
function useNames(props: BoardProps, style: Coordinates, pending: Point | null): string[] {
  const now = lang.value;
  return useMemo(
    () => props.stones.map((_, point) => pointName(point, props, style, pending)),
    [
      now,
      style,
      pending,
      props.stones,
      props.last,
      props.ko,
      props.numbers,
      props.labels,
      props.shapes,
      props.arrows,
      props.lines,
      props.rings,
      props.faded,
      props.hidden,
      props.dead,
      props.seki,
      props.dashes,
      props.owners,
      props.heat,
      props.unsent,
      props.describe,
    ],
  );
}

/** Whether the first pointer is a finger. */
const coarse = () => matchMedia("(pointer: coarse)").matches;

function sheetStyle(view: { x: number; y: number }, pinch: Board["zoom"]["pinch"]) {
  const moved = view.x || view.y ? `translate(${-view.x}px, ${-view.y}px)` : "";
  if (!pinch) return { transform: moved };
  const { at, scale } = pinch;
  return {
    transform: `${moved} scale(${scale})`,
    transformOrigin: `${at.x + view.x}px ${at.y + view.y}px`,
  };
}
