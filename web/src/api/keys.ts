// The keys of games: from an invitation's link, or known to the game's maker alone. They are kept on this device, so
// that a reload, or the way back to a private game, needs no link.

import type { GameId } from "./types";

type Kept = { key: string; made: boolean };

const STORE = "shoutan.keys";
/** Older games than the latest so many are forgotten. */
const MOST = 100;

/** Where the browser stores nothing, keys last as long as the page. */
let memory: Record<GameId, Kept> = {};

function all(): Record<GameId, Kept> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return { ...(stored as Record<GameId, Kept>), ...memory };
  } catch {
    return memory;
  }
}

function keep(id: GameId, kept: Kept): void {
  const { [id]: _, ...others } = all();
  memory = { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [id]: kept };
  try {
    localStorage.setItem(STORE, JSON.stringify(memory));
    memory = {};
  } catch {
    // Storage is blocked; `memory` has it.
  }
}

/** Remembers the key of a game that was made here. */
export const keepMade = (id: GameId, key: string): void => keep(id, { key, made: true });

/** Remembers the key of a link that was opened here. */
export function keepKey(id: GameId, key: string): void {
  if (!all()[id]) keep(id, { key, made: false });
}

/** The key of a game, where this device knows it. */
export const keyOf = (id: GameId): string | null => all()[id]?.key ?? null;

/** Whether the game was made on this device. */
export const madeHere = (id: GameId): boolean => all()[id]?.made ?? false;

/** The path to send to the other player. */
export function invitation(id: GameId): string {
  const key = keyOf(id);
  return key ? `/g/${id}?key=${key}` : `/g/${id}`;
}
