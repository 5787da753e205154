// Joins pointer events to what they do on the board.

import { useEffect, useRef } from "preact/hooks";
import { nearest, xOf, yOf } from "./geometry";
import { type Act, Gesture, type Pointer } from "./input";
import type { Board } from "./state";
import type { BoardProps, Point } from "./types";

/** How long a finger rests before it means more than a tap. */
const HOLD_MS = 400;

/** Something open over the page: the press that closes it never plays. */
const OPEN = "dialog[open], [role=menu], :popover-open";

export function usePointer(props: BoardProps, board: Board, focus: (point: Point) => void) {
  const gesture = useRef(new Gesture());
  const timer = useRef(0);
  const ignored = useRef(false);
  const over = useRef<Point | null>(null);
  // A press is followed by a click of its own; a click without a press comes from a screen reader.
  const pressed = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const pointAt = (x: number, y: number) => {
    const { g, view } = board.zoom;
    return nearest(g, x + view.x, y + view.y);
  };

  const run = (acts: readonly Act[], element: HTMLElement) => {
    for (const act of acts) perform(act, element);
  };
  const perform = (act: Act, element: HTMLElement) => {
    switch (act.do) {
      case "tap":
        if (act.type !== "touch") focus(act.point);
        if (!ignored.current) board.choose(act.point, board.confirms(act.type));
        return;
      case "drag":
        board.setFinger({ x: act.x, y: act.y });
        if (board.free(act.point)) board.setPending(act.point);
        return;
      case "dropped":
        return board.setFinger(null);
      case "pan":
        return board.zoom.pan(act.dx, act.dy);
      case "pinch":
        board.zoom.setPinch(act.scale, act);
        return;
      case "pinched":
        return board.zoom.settle(act.scale, act);
      case "context":
        return context(act.point, element);
    }
  };
  const context = (point: Point, element: HTMLElement) => {
    const { g, view } = board.zoom;
    const { left, top } = element.getBoundingClientRect();
    props.onContext?.(point, { x: left + xOf(g, point) - view.x, y: top + yOf(g, point) - view.y });
  };

  const hover = (point: Point | null) => {
    if (point === over.current) return;
    over.current = point;
    board.setHover(point);
    props.onHover?.(point);
  };

  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const element = event.currentTarget as HTMLElement;
    pressed.current = true;
    ignored.current = (board.ghost !== null && board.guarded()) || document.querySelector(OPEN) !== null;
    board.setKeyboard(false);
    clearTimeout(timer.current);
    if (event.pointerType === "touch") {
      const rest = () => run(gesture.current.hold(), element);
      const drags = board.ghost !== null && board.confirms("touch");
      if (drags || props.onContext) timer.current = window.setTimeout(rest, HOLD_MS);
    }
    element.setPointerCapture?.(event.pointerId);
    const situation = {
      playable: board.ghost !== null,
      confirms: board.confirms(event.pointerType),
      zoomed: board.zoom.on,
      pending: board.pending,
      pointAt,
    };
    run(gesture.current.press(place(event), situation), element);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType !== "touch") {
      const { x, y } = place(event);
      hover(pointAt(x, y));
    }
    run(gesture.current.move(place(event)), event.currentTarget as HTMLElement);
  };
  const up = (event: PointerEvent) => {
    clearTimeout(timer.current);
    run(gesture.current.lift(place(event)), event.currentTarget as HTMLElement);
  };
  const cancel = (event: PointerEvent) => {
    pressed.current = false;
    clearTimeout(timer.current);
    run(gesture.current.cancel(place(event)), event.currentTarget as HTMLElement);
  };

  return {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: cancel,
    onPointerLeave: () => hover(null),
    onClick(event: MouseEvent) {
      const ours = pressed.current;
      pressed.current = false;
      const point = (event.target as HTMLElement).dataset?.point;
      if (ours || point === undefined) return;
      board.choose(Number(point), board.alwaysConfirms);
    },
    onContextMenu(event: PointerEvent | MouseEvent) {
      if (!props.onContext) return;
      event.preventDefault();
      const touched = "pointerType" in event && event.pointerType === "touch";
      const { x, y } = place(event);
      const point = pointAt(x, y);
      if (!touched && point !== null) context(point, event.currentTarget as HTMLElement);
    },
  };
}

function place(event: MouseEvent): Pointer {
  const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const pointer = event as PointerEvent;
  return {
    id: pointer.pointerId,
    type: pointer.pointerType,
    x: event.clientX - left,
    y: event.clientY - top,
  };
}
