// The keys of games: from an invitation's link, or known to the game's maker alone. They are kept on this device, so
// that a reload, or the way back to a private game, needs no link.

import { isRecord, readStored, writeStored } from "./stored";
import type { GameId } from "./types";

type Kept = { key: string; made: boolean };

const STORE = "shoutan.keys";
/** Older games than the latest so many are forgotten. */
const MOST = 100;

/** Where the browser stores nothing, keys last as long as the page. */
let memory: Record<GameId, Kept> = {};

const isKept = (kept: unknown): kept is Kept => isRecord(kept) && isKey(kept.key);

/** Whether a text can be a key: an address may carry anything. */
const isKey = (text: unknown): text is string => typeof text === "string" && /^[0-9A-Za-z]{1,64}$/.test(text);

function all(): Map<GameId, Kept> {
  const stored = readStored(STORE);
  const kept = [...Object.entries(isRecord(stored) ? stored : {}), ...Object.entries(memory)];
  return new Map(kept.filter((entry): entry is [GameId, Kept] => isKept(entry[1])));
}

function keep(id: GameId, kept: Kept): void {
  const others = [...all()].filter(([other]) => other !== id);
  memory = Object.fromEntries([...others.slice(1 - MOST), [id, kept]]);
  if (writeStored(STORE, memory)) memory = {};
}

/** Remembers the key of a game that was made here. */
export const keepMade = (id: GameId, key: string): void => keep(id, { key, made: true });

/** Remembers the key of the link that was opened here last; the own one of a game made here stays. */
export function keepKey(id: GameId, key: string): void {
  const known = all().get(id);
  if (isKey(key) && !known?.made && known?.key !== key) keep(id, { key, made: false });
}

/** The key of a game, where this device knows it. */
export const keyOf = (id: GameId): string | null => all().get(id)?.key ?? null;

/** Whether the game was made on this device. */
export const madeHere = (id: GameId): boolean => all().get(id)?.made === true;

/** The path to send to the other player. */
export function invitation(id: GameId): string {
  const key = keyOf(id);
  return key ? `/g/${id}?key=${key}` : `/g/${id}`;
}
