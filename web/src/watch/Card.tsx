// One board of the wall. The board enlarges in place; the names lead to the game's own page.

import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { moveCount, now } from "../api/gameState";
import type { Color, GameId, ListedGame } from "../api/types";
import { BoardView } from "../board/BoardView";
import { SeatLine } from "../clock/SeatLine";
import { say, t } from "../i18n";
import { Separated } from "../ui/Sep";
import { sizeText } from "../ui/terms";
import { nameOf, othersWatching, pairOf, seatOf } from "./seats";
import { useLive } from "./useLive";

/** The point of the last move, for the dot. */
export function lastPoint(view: ReturnType<typeof useLive>): number | null {
  const last = view?.steps.at(-1);
  return last?.kind === "move" ? last.at : null;
}

/** Counts up with every move that comes while the board hangs there, so that its edge can flash once. */
function useFlash(moves: number | null): number {
  const [flashes, setFlashes] = useState(0);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && moves !== null && moves > before.current) setFlashes(n => n + 1);
    before.current = moves;
  }, [moves]);
  return flashes;
}

export function Card({
  game,
  onEnlarge,
}: {
  game: ListedGame;
  onEnlarge: (id: GameId, from: HTMLElement) => void;
}) {
  const view = useLive(game.id);
  const moves = view ? moveCount(view.steps) : null;
  const flashes = useFlash(moves);
  const size = { cols: game.cols, rows: game.rows };
  const move = t("watch.move", { n: moves ?? game.moves });
  const others = othersWatching(view);
  return (
    <article class="watch-card">
      <button
        type="button"
        class="watch-enlarge"
        data-game={game.id}
        aria-label={t("watch.enlarge", { pair: pairOf(game), move })}
        onClick={event => onEnlarge(game.id, event.currentTarget)}
      >
        <BoardView
          thumbnail
          size={size}
          stones={view ? now(view).stones : new Array(size.cols * size.rows).fill(null)}
          last={lastPoint(view)}
          label={move}
        />
        {flashes > 0 && <span key={flashes} class="watch-flash" />}
      </button>
      <Link class="watch-names" href={`/g/${game.id}`}>
        {(["black", "white"] as const).map(color => (
          <SeatLine key={color} {...seatOf(view, game, color)} />
        ))}
      </Link>
      <p class="watch-foot">
        <Separated
          parts={[
            <span class="num" key="move">
              {move}
            </span>,
            view?.stage === "done" ? (
              <b key="result">{say(view.resultText) || view.result}</b>
            ) : view?.phase === "counting" ? (
              t("watch.counting")
            ) : (
              say(view?.clock.paused)
            ),
            others > 0 && t("watch.watchers", { n: others }),
          ]}
        />
      </p>
    </article>
  );
}

/** A game beyond those that are shown as boards. */
export function Row({ game, rules }: { game: ListedGame; rules: string }) {
  return (
    <Link class="watch-row" href={`/g/${game.id}`}>
      <span class="ell">
        <Stone color="black" /> {nameOf(game.players.black)}
      </span>
      <span class="ell">
        <Stone color="white" /> {nameOf(game.players.white)}
      </span>
      <span class="muted sm">
        <Separated parts={[sizeText(game.cols, game.rows), rules, t("watch.move", { n: game.moves })]} />
      </span>
    </Link>
  );
}

function Stone({ color }: { color: Color }) {
  return (
    <span class={`stone ${color === "black" ? "b" : "w"}`}>
      <span class="vh">{t(color === "black" ? "common.black" : "common.white")}</span>
    </span>
  );
}
