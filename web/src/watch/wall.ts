// Which games hang on the wall, and in which order: a game keeps its place, new ones come last, and one that has ended
// stays a while, so that its result can be read.

import type { GameId, ListedGame } from "../api/types";

export type Hung = {
  game: ListedGame;
  /** When it left the list of games being played; null while it is there. */
  ended: number | null;
};

/** How long a game that has ended stays. */
export const STAY_MS = 20_000;

/** The wall after news of the games being played. `keep` is the game that somebody looks at. */
export function rehang(
  wall: readonly Hung[],
  playing: readonly ListedGame[],
  now: number,
  keep: GameId | null,
): Hung[] {
  const news = new Map(playing.map(game => [game.id, game]));
  const there = wall.map(({ game, ended }): Hung => {
    const known = news.get(game.id);
    news.delete(game.id);
    return known ? { game: known, ended: null } : { game, ended: ended ?? now };
  });
  const staying = there.filter(
    ({ game, ended }) => ended === null || game.id === keep || now - ended < STAY_MS,
  );
  // Games that have not begun have nothing to show yet.
  const fresh = [...news.values()].sort((a, b) => Number(b.moves > 0) - Number(a.moves > 0));
  return [...staying, ...fresh.map(game => ({ game, ended: null }))];
}

/** When the next game has to be taken down: in so many milliseconds; null for none. */
export function nextDown(wall: readonly Hung[], now: number, keep: GameId | null): number | null {
  const waits = wall
    .filter(({ game, ended }) => ended !== null && game.id !== keep)
    .map(({ ended }) => Math.max(0, ended! + STAY_MS - now));
  return waits.length ? Math.min(...waits) : null;
}

export type Sizes = "all" | "19" | "13" | "9" | "other";
export type Wish = { size: Sizes; rules: string };

/** Whether a game is what somebody wants to see. */
export function fits(game: Pick<ListedGame, "cols" | "rows" | "ruleset">, { size, rules }: Wish): boolean {
  if (rules !== "all" && game.ruleset !== rules) return false;
  if (size === "all") return true;
  const lines = game.cols === game.rows ? String(game.cols) : "other";
  return size === "other" ? !["19", "13", "9"].includes(lines) : lines === size;
}

/** In how many columns so many square boards, each with a foot, are largest in a window, and how large they are. */
export function arrange(
  boards: number,
  { width, height, foot, gap }: { width: number; height: number; foot: number; gap: number },
): { columns: number; side: number } {
  let best = { columns: 1, side: 0 };
  for (let columns = 1; columns <= Math.max(1, boards); columns++) {
    const rows = Math.ceil(boards / columns);
    const side = Math.min((width - gap * (columns + 1)) / columns, (height - gap * (rows + 1)) / rows - foot);
    if (side > best.side) best = { columns, side: Math.floor(side) };
  }
  return best;
}
