// Once more: the same terms with colours changed, and the invitation that the chat carries.

import { post } from "../api/client";
import type { GameView } from "../api/gameState";
import { invitation, keepMade } from "../api/keys";
import type { ChatLine, Color, Created, CreateGame, GameId } from "../api/types";
import { opponent, toVertex } from "../board/points";

/** The terms of the next game between the same two. */
export function nextTerms(view: GameView): CreateGame {
  const { setup, positions, players } = view;
  const own: Color = view.you[0] ?? "black";
  // With a handicap the weaker player keeps Black.
  const swap = setup.handicap < 2 && view.you.length === 1;
  const engine = players[opponent(own)].engine;
  const times = { black: setup.time.black.text, white: setup.time.white.text };
  const [black, white] = swap ? [times.white, times.black] : [times.black, times.white];
  const first = positions[0]!;
  const set = (color: Color) =>
    first.stones.flatMap((stone, point) => (stone === color ? [toVertex(point, view.size)] : []));
  const stones = { black: set("black"), white: set("white") };
  const composed = setup.handicap < 2 && stones.black.length + stones.white.length > 0;
  return {
    opponent: setup.here
      ? { kind: "here" }
      : engine != null
        ? { kind: "engine", level: engine }
        : { kind: "link" },
    color: swap ? opponent(own) : own,
    cols: setup.cols,
    rows: setup.rows,
    ruleset: setup.ruleset,
    komi: setup.komi,
    handicap: setup.handicap,
    placement: setup.free_handicap ? "free" : "ruleset",
    time: black,
    ...(white === black ? {} : { time_white: white }),
    private: setup.private,
    rated: setup.rated,
    ...(composed ? { start: { kind: "position", ...stones } } : {}),
  };
}

/** Makes the next game; its link's path comes back. */
export async function makeRematch(view: GameView): Promise<{ id: GameId; path: string }> {
  const made = await post<Created>("/games", nextTerms(view));
  if (made.key) keepMade(made.id, made.key);
  return { id: made.id, path: invitation(made.id) };
}

const LINK = /\/g\/([0-9a-z]+)\?key=([0-9a-f]+)/;

/** The opponent's invitation in the chat of a game that is over. */
export function invitedTo(view: GameView): { path: string } | null {
  if (view.stage !== "done" || view.you.length !== 1) return null;
  const theirs = (line: ChatLine) => line.room === "players" && line.color === opponent(view.you[0]!);
  for (const line of [...view.chat].reverse()) {
    const found = theirs(line) ? LINK.exec(line.text) : null;
    if (found) return { path: `/g/${found[1]}?key=${found[2]}` };
  }
  return null;
}
