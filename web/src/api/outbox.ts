// Actions that the server has not answered yet. They are kept in the tab's storage, so that neither a broken line nor a
// reload nor a sleeping phone loses one; their ids make sending twice harmless.

import { signal } from "@preact/signals";
import { isRecord, readStored, writeStored } from "./stored";
import type { Action, Color, GameId } from "./types";

/** An action on its way. */
export type Pending = {
  game: GameId;
  id: string;
  /** For which colour, where one account plays both. */
  as?: Color;
  d: Action;
  /** When it was made, by the device's clock. */
  at: number;
};

const STORE = "shoutan.outbox";

/** Whatever is older was made in another life of this tab and is not what the player wants now. */
const OLDEST_MS = 12 * 3600 * 1000;

function isPending(kept: unknown): kept is Pending {
  if (!isRecord(kept) || !isRecord(kept.d)) return false;
  return typeof kept.game === "string" && typeof kept.id === "string" && typeof kept.at === "number";
}

function load(): Pending[] {
  const kept = readStored(STORE, "sessionStorage");
  if (!Array.isArray(kept)) return [];
  return kept.filter(isPending).filter(pending => Date.now() - pending.at < OLDEST_MS);
}

/** All actions on their way, oldest first. */
export const outbox = signal<readonly Pending[]>(load());

function keep(next: readonly Pending[]): void {
  outbox.value = next;
  // Where nothing is kept, the action lives as long as the page.
  writeStored(STORE, next, "sessionStorage");
}

/** A new id: 24 hexadecimal digits, also where `randomUUID` is missing (plain http in a club's network). */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Puts an action into the outbox. */
export function enqueue(game: GameId, d: Action, as?: Color): Pending {
  const pending: Pending = { game, id: newId(), d, at: Date.now(), ...(as ? { as } : {}) };
  keep([...outbox.value, pending]);
  return pending;
}

/** The server has answered the action with this id; true if it was on its way. */
export function answered(id: string | null | undefined): boolean {
  if (!id || !outbox.value.some(pending => pending.id === id)) return false;
  keep(outbox.value.filter(pending => pending.id !== id));
  return true;
}

/** What is on its way in a game. */
export function pendingIn(game: GameId): Pending[] {
  return outbox.value.filter(pending => pending.game === game);
}

/** Gives up what is on its way in a game that is over or gone. */
export function drop(game: GameId): void {
  if (outbox.value.some(pending => pending.game === game)) {
    keep(outbox.value.filter(pending => pending.game !== game));
  }
}
