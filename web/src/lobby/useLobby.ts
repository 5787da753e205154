// Open seeks and live games while a page looks: through the socket, and over HTTP until its first news.

import { useEffect } from "preact/hooks";
import { get } from "../api/client";
import { lobby, watchLobby } from "../api/socket";
import type { GamePage, ListedGame, Seek } from "../api/types";
import { useAsync } from "../ui/useAsync";

export type News = {
  /** Undefined before the first news. */
  seeks: readonly Seek[] | undefined;
  games: readonly ListedGame[] | undefined;
  slow: boolean;
  /** Why there is no news at all. */
  error: unknown;
  retry: () => void;
};

async function ask(): Promise<{ seeks: Seek[]; games: ListedGame[] }> {
  const [seeks, page] = await Promise.all([
    get<Seek[]>("/seeks"),
    get<GamePage>("/games", { state: "live", limit: 50 }),
  ]);
  return { seeks, games: page.games };
}

export function useLobby(): News {
  useEffect(() => watchLobby(), []);
  const first = useAsync(ask, []);
  const seeks = lobby.seeks.value ?? first.data?.seeks;
  const games = lobby.games.value ?? first.data?.games;
  const none = seeks === undefined && games === undefined;
  return {
    seeks,
    games,
    slow: first.slow && none,
    error: none ? first.error : undefined,
    retry: first.reload,
  };
}
