// Two tabs with the same game: the newer one plays, the older one is told.

import { newId } from "./outbox";
import type { GameId } from "./types";

const CHANNEL = "shoutan.tabs";
const me = newId();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
const held = new Map<GameId, () => void>();

type Word = { game: GameId; from: string };

if (channel) {
  channel.onmessage = (event: MessageEvent<Word>) => {
    const { game, from } = event.data;
    if (from !== me) held.get(game)?.();
  };
}

/** Takes a game for this tab; `lost` is called when another tab takes it. Returns the way to let go. */
export function hold(game: GameId, lost: () => void): () => void {
  held.set(game, lost);
  channel?.postMessage({ game, from: me } satisfies Word);
  return () => {
    if (held.get(game) === lost) held.delete(game);
  };
}
