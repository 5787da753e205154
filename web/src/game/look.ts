// Looking back: a cursor on the game's line, and moves tried from there. Nothing of it is ever sent.

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { type GameView, now } from "../api/gameState";
import { opponent } from "../board/points";
import { type Position, type Refusal, refused } from "../board/position";
import type { Color, Point } from "../board/types";

/** A move that was tried. */
export type Try = {
  id: number;
  /** The step of the game it comes after. */
  from: number;
  /** The tried move it comes after; null for the first of a variation. */
  parent: number | null;
  by: Color;
  at: Point;
  position: Position;
};

/** Where one looks: after a step of the game (0 before the first), or at a tried move; null is now. */
export type Cursor = { step: number } | { try: number } | null;

export type Seen = {
  position: Position;
  /** The step of the game that one looks at, or that the tried moves start from. */
  step: number;
  tried: Try | null;
  last: Point | null;
  toMove: Color;
  past: boolean;
};

export type Look = ReturnType<typeof createLook>;

/** Looking around in a game whose state is given. */
export function createLook(view: ReadonlySignal<GameView | null>) {
  const cursor = signal<Cursor>(null);
  const tries = signal<readonly Try[]>([]);

  const tryOf = (id: number | null) => tries.value.find(one => one.id === id) ?? null;
  const children = (from: number, parent: number | null) =>
    tries.value.filter(one => one.from === from && one.parent === parent);

  const seen = computed<Seen | null>(() => {
    const game = view.value;
    if (!game) return null;
    const at = cursor.value;
    const tried = at && "try" in at ? tryOf(at.try) : null;
    if (tried) {
      const { position, from: step, at: last } = tried;
      return { position, step, tried, last, toMove: opponent(tried.by), past: true };
    }
    const end = game.steps.length;
    const step = at && "step" in at ? Math.min(at.step, end) : end;
    const done = game.steps[step - 1];
    return {
      position: step === end ? now(game) : game.positions[step]!,
      step,
      tried: null,
      last: done?.kind === "move" ? done.at : null,
      toMove: mover(game, step),
      past: at !== null,
    };
  });

  /** Goes to a step of the game; the last one is now. */
  function toStep(step: number): void {
    const end = view.value?.steps.length ?? 0;
    cursor.value = step >= end ? null : { step: Math.max(0, step) };
  }

  function back(count = 1): void {
    for (let i = 0; i < count; i++) {
      const at = seen.value;
      if (!at) return;
      if (at.tried?.parent != null) cursor.value = { try: at.tried.parent };
      // From the first tried move back to where it starts, which may be now.
      else if (at.tried) cursor.value = { step: at.step };
      else toStep(at.step - 1);
    }
  }

  function forward(count = 1): void {
    for (let i = 0; i < count; i++) {
      const at = seen.value;
      if (!at?.past) return;
      const next = children(at.step, at.tried?.id ?? null)[0];
      const onLine = !at.tried && at.step < view.value!.steps.length;
      if (onLine) toStep(at.step + 1);
      else if (next) cursor.value = { try: next.id };
      else return;
    }
  }

  /** The next or previous variation that starts at the same place. */
  function sibling(by: 1 | -1): void {
    const at = seen.value;
    if (!at) return;
    const first = at.tried ? rootOf(at.tried) : null;
    const all: Cursor[] = [{ step: at.step }, ...children(at.step, null).map(one => ({ try: one.id }))];
    const index = first ? all.findIndex(one => one && "try" in one && one.try === first.id) : 0;
    cursor.value = all[(index + by + all.length) % all.length] ?? null;
  }

  function rootOf(one: Try): Try {
    let root = one;
    for (let up = tryOf(root.parent); up; up = tryOf(root.parent)) root = up;
    return root;
  }

  /** Tries a move where one looks. Why it cannot be played comes back, or null. */
  function play(point: Point): Refusal | null {
    const at = seen.value;
    if (!at) return null;
    const next = view.value!.steps[at.step];
    if (!at.tried && next?.kind === "move" && next.at === point) {
      toStep(at.step + 1);
      return null;
    }
    const known = children(at.step, at.tried?.id ?? null).find(one => one.at === point);
    if (known) {
      cursor.value = { try: known.id };
      return null;
    }
    const played = at.position.play(at.toMove, point);
    if (refused(played)) return played;
    const id = tries.value.reduce((most, one) => Math.max(most, one.id), 0) + 1;
    const made: Try = {
      id,
      from: at.step,
      parent: at.tried?.id ?? null,
      by: at.toMove,
      at: point,
      position: played.position,
    };
    tries.value = [...tries.value, made];
    cursor.value = { try: id };
    return null;
  }

  /** Throws the variation away that one looks at. */
  function remove(): void {
    const at = seen.value;
    if (!at?.tried) return;
    const gone = new Set([rootOf(at.tried).id]);
    // Children come after their parents.
    for (const one of tries.value) if (one.parent !== null && gone.has(one.parent)) gone.add(one.id);
    tries.value = tries.value.filter(one => !gone.has(one.id));
    cursor.value = { step: at.step };
  }

  /** The moves of the variation that one looks at, from its first. */
  function path(one: Try): Try[] {
    const up = tryOf(one.parent);
    return up ? [...path(up), one] : [one];
  }

  /** The first move of every variation. */
  const variations = computed(() => tries.value.filter(one => one.parent === null));

  return {
    cursor,
    seen,
    variations,
    toStep,
    back,
    forward,
    sibling,
    play,
    remove,
    path,
    /** Begins to try moves from the position the game stands at. */
    tryHere: () => {
      cursor.value = { step: view.value?.steps.length ?? 0 };
    },
    toNow: () => {
      cursor.value = null;
    },
    toTry: (id: number) => {
      cursor.value = { try: id };
    },
    /** How many moves the variation has from its first move on, along its first branches. */
    length: (first: Try) => {
      let count = 1;
      for (let next = children(first.from, first.id)[0]; next; next = children(next.from, next.id)[0])
        count++;
      return count;
    },
  };
}

/** Who moves after so many steps. */
function mover(game: GameView, step: number): Color {
  const next = game.steps[step];
  if (next?.kind === "move") return next.by;
  if (step >= game.steps.length && game.toMove) return game.toMove;
  const before = game.steps[step - 1];
  return before?.kind === "move" ? opponent(before.by) : "black";
}
