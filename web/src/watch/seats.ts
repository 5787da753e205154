// What the seats of a watched game are told.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameView } from "../api/gameState";
import { link, serverNow } from "../api/socket";
import type { Color, ListedGame } from "../api/types";
import { t } from "../i18n";

/** Above the board sits White, below it Black: that is how watchers see a game. */
export const SIDES: readonly Color[] = ["white", "black"];

export function nameOf(player: ListedGame["players"]["black"]): string {
  return player.engine ? t("watch.engine", { n: player.engine }) : player.name;
}

export const pairOf = ({ players }: Pick<ListedGame, "players">): string =>
  t("watch.pair", { black: nameOf(players.black), white: nameOf(players.white) });

/** Nothing was heard from the server for more than two seconds. */
export const stale = signal(false);

/** Keeps `stale` true to the line while a page shows clocks. */
export function useStale(): boolean {
  const lost = link.value.state === "lost" || link.value.attempt > 0;
  useEffect(() => {
    if (!lost) {
      stale.value = false;
      return;
    }
    const timer = setTimeout(() => {
      stale.value = true;
    }, 2000);
    return () => clearTimeout(timer);
  }, [lost]);
  return stale.value;
}

/** The clock of one side of a game, for `Seat` and `SeatLine`. */
export function seatOf(view: GameView | null, game: Pick<ListedGame, "players">, color: Color) {
  const over = view?.stage === "done" || view?.stage === "cancelled";
  return {
    color,
    name: nameOf((view ?? game).players[color]),
    clock: view?.clock,
    control: view?.setup.time[color],
    now: serverNow,
    over,
    // SGF: “B+T” is White's loss on time.
    flagged: view?.result === (color === "black" ? "W+T" : "B+T"),
    stale: stale.value && !over,
  };
}
