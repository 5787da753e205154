// What fingers, pens and mice mean. Pure: pointer events in, acts out; times and places are given by the caller.
//
// - A press that slides to another point is dropped, unless it drags the pending stone.
// - A second finger makes it a pinch; after that nothing counts until all fingers have left.
// - A drag on a zoomed board moves the view, unless it begins on the pending stone.

import type { Point } from "./types";

export type Pointer = { id: number; type: string; x: number; y: number };

/** What the board is like while a pointer comes down. */
export type Situation = {
  /** A stone can be placed. */
  playable: boolean;
  /** A tap only shows the stone. */
  confirms: boolean;
  zoomed: boolean;
  pending: Point | null;
  pointAt(x: number, y: number): Point | null;
};

export type Act =
  | { do: "tap"; point: Point; type: string }
  | { do: "drag"; point: Point; x: number; y: number }
  | { do: "dropped" }
  | { do: "pan"; dx: number; dy: number }
  | { do: "pinch"; scale: number; x: number; y: number }
  | { do: "pinched"; scale: number; x: number; y: number }
  | { do: "context"; point: Point };

/** A finger may tremble so far before it is a movement. */
const SLOP = 8;

type Doing =
  | { kind: "nothing" }
  | { kind: "press"; from: Pointer; point: Point | null; slid: boolean; situation: Situation }
  | { kind: "drag"; id: number; situation: Situation }
  | { kind: "pan"; last: Pointer }
  | { kind: "pinch"; spread: number; x: number; y: number; scale: number }
  | { kind: "over" };

export class Gesture {
  private doing: Doing = { kind: "nothing" };
  private readonly down = new Map<number, Pointer>();

  press(pointer: Pointer, situation: Situation): Act[] {
    this.down.set(pointer.id, pointer);
    if (this.down.size > 1) return this.startPinch();
    const point = situation.pointAt(pointer.x, pointer.y);
    this.doing = { kind: "press", from: pointer, point, slid: false, situation };
    return [];
  }

  /** A finger has rested for a while. */
  hold(): Act[] {
    const { doing } = this;
    if (doing.kind !== "press" || doing.slid || doing.from.type !== "touch") return [];
    if (drags(doing.situation, doing.point)) return this.startDrag(doing.from, doing.situation);
    if (doing.point === null) return [];
    this.doing = { kind: "over" };
    return [{ do: "context", point: doing.point }];
  }

  move(pointer: Pointer): Act[] {
    if (!this.down.has(pointer.id)) return [];
    this.down.set(pointer.id, pointer);
    const { doing } = this;
    if (doing.kind === "pinch") return this.pinch(doing);
    if (doing.kind === "pan") {
      this.doing = { kind: "pan", last: pointer };
      return [{ do: "pan", dx: pointer.x - doing.last.x, dy: pointer.y - doing.last.y }];
    }
    if (doing.kind === "drag") return dragTo(pointer, doing.situation);
    return doing.kind === "press" ? this.slide(pointer, doing) : [];
  }

  private slide(pointer: Pointer, doing: Extract<Doing, { kind: "press" }>): Act[] {
    const { from, situation } = doing;
    const far = Math.hypot(pointer.x - from.x, pointer.y - from.y) > SLOP;
    if (from.type === "touch" && far) {
      if (drags(situation, doing.point)) return this.startDrag(pointer, situation);
      if (situation.zoomed) {
        this.doing = { kind: "pan", last: pointer };
        return [{ do: "pan", dx: pointer.x - from.x, dy: pointer.y - from.y }];
      }
    }
    const off = situation.pointAt(pointer.x, pointer.y) !== doing.point;
    if (off || (from.type === "touch" && far)) this.doing = { ...doing, slid: true };
    return [];
  }

  lift(pointer: Pointer): Act[] {
    if (!this.down.delete(pointer.id)) return [];
    const { doing } = this;
    if (this.down.size > 0) return doing.kind === "pinch" ? this.endPinch(doing) : [];
    this.doing = { kind: "nothing" };
    if (doing.kind === "drag") return [{ do: "dropped" }];
    if (doing.kind === "pinch") return [{ do: "pinched", scale: doing.scale, x: doing.x, y: doing.y }];
    if (doing.kind !== "press" || doing.slid || doing.point === null) return [];
    if (doing.situation.pointAt(pointer.x, pointer.y) !== doing.point) return [];
    return [{ do: "tap", point: doing.point, type: pointer.type }];
  }

  /** The browser took the pointer (a scroll, a system gesture). */
  cancel(pointer: Pointer): Act[] {
    const { doing } = this;
    this.down.delete(pointer.id);
    this.doing = this.down.size > 0 ? { kind: "over" } : { kind: "nothing" };
    if (doing.kind === "drag") return [{ do: "dropped" }];
    return doing.kind === "pinch" ? [{ do: "pinched", scale: 1, x: doing.x, y: doing.y }] : [];
  }

  private startDrag(pointer: Pointer, situation: Situation): Act[] {
    this.doing = { kind: "drag", id: pointer.id, situation };
    return dragTo(pointer, situation);
  }

  private startPinch(): Act[] {
    const before = this.doing.kind;
    const fingers = this.fingers();
    this.doing = fingers && before !== "over" ? { kind: "pinch", ...fingers, scale: 1 } : { kind: "over" };
    return before === "drag" ? [{ do: "dropped" }] : [];
  }

  private pinch(doing: Extract<Doing, { kind: "pinch" }>): Act[] {
    const fingers = this.fingers();
    if (!fingers || doing.spread === 0) return [];
    const scale = fingers.spread / doing.spread;
    this.doing = { ...doing, scale };
    return [{ do: "pinch", scale, x: doing.x, y: doing.y }];
  }

  private endPinch(doing: Extract<Doing, { kind: "pinch" }>): Act[] {
    this.doing = { kind: "over" };
    return [{ do: "pinched", scale: doing.scale, x: doing.x, y: doing.y }];
  }

  private fingers(): { spread: number; x: number; y: number } | null {
    const [a, b] = this.down.values();
    if (this.down.size !== 2 || !a || !b) return null;
    return { spread: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}

/** Whether a finger that begins on this point drags the pending stone. */
function drags({ playable, confirms, zoomed, pending }: Situation, point: Point | null): boolean {
  return playable && confirms && (!zoomed || (point !== null && point === pending));
}

function dragTo({ x, y }: Pointer, situation: Situation): Act[] {
  const point = situation.pointAt(x, y);
  return point === null ? [] : [{ do: "drag", point, x, y }];
}

/** Whether a tap of this kind only shows the stone; `auto` asks for it on touch where lines stand close. */
export function confirmsTap(placing: "auto" | "tap" | "confirm", type: string, cell: number): boolean {
  if (placing === "auto") return type === "touch" && cell < CONFIRM_BELOW;
  return placing === "confirm";
}

const CONFIRM_BELOW = 28;
