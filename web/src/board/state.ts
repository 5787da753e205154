// What the board remembers between its renders: cursor, pending stone, hover, view. And what may be done with it.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { polite } from "../ui/live";
import { prefs } from "../ui/prefs";
import { type Geometry, measure } from "./geometry";
import { confirmsTap } from "./input";
import { motionBetween } from "./motion";
import { area } from "./points";
import { pointName } from "./speech";
import type { BoardProps, Point, Stones } from "./types";
import { useLatest } from "./useLatest";
import { type Box, clampView, closesAt, opensAt, type Place, viewAround, viewOn, ZOOM_CELL } from "./zoom";

/** No stone is placed by a pointer so soon after the opponent's has landed: that press was meant for something else. */
const GUARD_MS = 250;

/** The same array as long as it holds the same stones, so that what is drawn from it need not be drawn again. */
export function useSteady(stones: Stones): Stones {
  const kept = useRef(stones);
  const before = kept.current;
  const same = before.length === stones.length && before.every((stone, point) => stone === stones[point]);
  if (!same) kept.current = stones;
  return kept.current;
}

/** Whether a stone of the opponent has just landed; asked when a pointer comes down. */
function useGuard(stones: Stones, own: { current: Point | null }): () => boolean {
  const before = useRef(stones);
  const until = useRef(0);
  if (before.current !== stones) {
    const { dropped } = motionBetween(before.current, stones);
    if (dropped !== null && dropped !== own.current) until.current = performance.now() + GUARD_MS;
    before.current = stones;
  }
  return () => performance.now() < until.current;
}

export type Board = ReturnType<typeof useBoard>;

export function useBoard(props: BoardProps, stones: Stones, fit: Geometry) {
  const [cursor, setCursor] = useState<Point>(() => Math.floor(area(props.size) / 2));
  const [keyboard, setKeyboard] = useState(false);
  const [hover, setHover] = useState<Point | null>(null);
  const [marked, setPending] = useState<Point | null>(null);
  const [finger, setFinger] = useState<Place | null>(null);
  const own = useRef<Point | null>(null);
  const guarded = useGuard(stones, own);
  const zoom = useZoom(props, fit);

  const ghost = (props.onPlay && props.ghost) || null;
  const free = (point: Point | null): point is Point =>
    point !== null && ghost !== null && !stones[point] && (props.allows?.(point) ?? true);
  const pending = free(marked) ? marked : null;

  useEffect(() => setPending(null), [stones, ghost]);
  const tellPending = useLatest(props.onPending);
  useEffect(() => tellPending(pending), [pending, tellPending]);

  /** Plays, or lets the page say why not. */
  const play = (point: Point) => {
    if (!ghost || (stones[point] && !props.allows)) return;
    own.current = point;
    setPending(null);
    props.onPlay?.(point);
  };
  /** A point was chosen: played, shown first where that is asked for, or given to the page. */
  const choose = (point: Point, confirms: boolean) => {
    if (!ghost) props.onPick?.(point);
    else if (!confirms || !free(point) || pending === point) play(point);
    else {
      setPending(point);
      polite(pointName(point, props, props.coordinates ?? prefs.value.coordinates, point));
    }
  };
  const placing = props.placing ?? prefs.value.placing;

  return {
    cursor: Math.min(cursor, area(props.size) - 1),
    setCursor,
    keyboard,
    setKeyboard,
    hover: free(hover) ? hover : null,
    setHover,
    ghost,
    pending,
    setPending,
    finger,
    setFinger,
    guarded,
    zoom,
    free,
    play,
    choose,
    confirms: (type: string) => confirmsTap(placing, type, fit.cell),
    /** Whether the keyboard asks twice: only where every placing does. */
    alwaysConfirms: placing === "confirm",
  };
}

/** The view into the board: all of it, or a part at 44 px. */
function useZoom(props: BoardProps, fit: Geometry) {
  const [view, setView] = useState<Place | null>(null);
  const [pinch, setPinch] = useState<{ scale: number; at: Place } | null>(null);
  const large = useMemo(
    () =>
      measure({
        size: fit.size,
        width: fit.width,
        height: fit.height,
        dpr: window.devicePixelRatio || 1,
        coordinates: fit.labelled.left ? (props.coordinates ?? prefs.value.coordinates) : "none",
        crop: props.crop,
        cell: ZOOM_CELL,
      }),
    [fit, props.coordinates, props.crop],
  );
  const possible = fit.cell < ZOOM_CELL && !props.thumbnail;
  const on = view !== null && possible;
  const box: Box = fit;
  return {
    on,
    possible,
    view: on ? view : { x: 0, y: 0 },
    g: on ? large : fit,
    pinch,
    setPinch: (scale: number, at: Place) => possible && setPinch({ scale, at }),
    /** The fingers have let go: over to the other size, or back. */
    settle(scale: number, at: Place) {
      setPinch(null);
      if (on && closesAt(scale)) setView(null);
      else if (!on && possible && opensAt(scale)) setView(viewAround(at, fit, large));
    },
    pan(dx: number, dy: number) {
      setView(now => now && clampView({ x: now.x - dx, y: now.y - dy }, large, box));
    },
    /** The view with this place of the large picture in its middle. */
    moveTo(at: Place) {
      if (possible) setView(viewOn(at, large, box));
    },
    open(at: Place = { x: fit.width / 2, y: fit.height / 2 }) {
      if (possible) setView(viewAround(at, fit, large));
    },
    whole: () => setView(null),
  };
}
