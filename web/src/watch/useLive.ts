// A game that is watched: open as long as the component stands.

import { useEffect, useState } from "preact/hooks";
import type { GameView } from "../api/gameState";
import { type LiveGame, openLive } from "../api/liveGame";
import type { GameId } from "../api/types";

/** The state of a game, and null until it is known. */
export function useLive(id: GameId): GameView | null {
  const [live, setLive] = useState<LiveGame | null>(null);
  useEffect(() => {
    const opened = openLive(id);
    setLive(opened);
    return () => opened.close();
  }, [id]);
  const view = live?.view.value ?? null;
  return view?.id === id ? view : null;
}
