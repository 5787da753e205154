// What the seats of a watched game are told.

import type { GameView } from "../api/gameState";
import { serverNow } from "../api/socket";
import type { Color, ListedGame } from "../api/types";
import { stale } from "../clock/stale";
import { t } from "../i18n";
import { levelText } from "../ui/terms";

/** Above the board sits White, below it Black: that is how watchers see a game. */
export const SIDES: readonly Color[] = ["white", "black"];

type Player = ListedGame["players"]["black"];

export function nameOf(player: Player): string {
  return player.engine ? t("game.engine") : player.name;
}

/** The engine's level in words; nothing for people. */
export function rankOf({ engine }: Player): string | undefined {
  return engine ? levelText(engine) : undefined;
}

export const pairOf = ({ players }: Pick<ListedGame, "players">): string =>
  t("watch.pair", { black: nameOf(players.black), white: nameOf(players.white) });

/** How many others watch a game; the page itself is not counted. */
export function othersWatching(view: GameView | null): number {
  return view ? Math.max(0, view.watchers - (view.you.length ? 0 : 1)) : 0;
}

/** The clock of one side of a game, for `Seat` and `SeatLine`. */
export function seatOf(view: GameView | null, game: Pick<ListedGame, "players">, color: Color) {
  const over = view?.stage === "done" || view?.stage === "cancelled";
  const player = (view ?? game).players[color];
  return {
    color,
    name: nameOf(player),
    rank: rankOf(player),
    clock: view?.clock,
    control: view?.setup.time[color],
    now: serverNow,
    over,
    // SGF: “B+T” is White's loss on time.
    flagged: view?.result === (color === "black" ? "W+T" : "B+T"),
    stale: stale.value && !over,
  };
}
