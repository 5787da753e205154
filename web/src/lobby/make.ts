// Makes a game and goes to it.

import { enter, post } from "../api/client";
import { keepMade } from "../api/keys";
import type { Created, CreateGame, GameId, Snapshot } from "../api/types";

/** Makes a game; the path of its page. */
export async function makeGame(request: CreateGame): Promise<string> {
  await enter();
  const made = await post<Created>("/games", request);
  if (made.key) keepMade(made.id, made.key);
  return `/g/${made.id}`;
}

/** Takes the free seat of a game; the path of its page. */
export async function takeSeat(id: GameId, key: string | null = null): Promise<string> {
  await enter();
  await post<Snapshot>(`/games/${id}/join${key ? `?key=${encodeURIComponent(key)}` : ""}`);
  return `/g/${id}`;
}
