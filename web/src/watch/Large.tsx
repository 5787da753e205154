// One game of the wall, enlarged in place.

import { useEffect, useRef } from "preact/hooks";
import { Link } from "wouter-preact";
import { moveCount, now } from "../api/gameState";
import type { ListedGame } from "../api/types";
import { BoardView } from "../board/BoardView";
import { Seat } from "../clock/Seat";
import { SeatLine } from "../clock/SeatLine";
import { explain } from "../clock/words";
import { say, t } from "../i18n";
import { prefs } from "../ui/prefs";
import { Separated } from "../ui/Sep";
import { komiText, sizeText } from "../ui/terms";
import { lastPoint } from "./Card";
import { othersWatching, pairOf, SIDES, seatOf } from "./seats";
import { useLive } from "./useLive";

/** On a phone the lines stand too close for coordinates. */
const small = matchMedia("(max-width: 599px)");

export function Large({ game, onBack }: { game: ListedGame; onBack: () => void }) {
  const view = useLive(game.id);
  const others = othersWatching(view);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus({ preventScroll: true }), [game.id]);
  const size = { cols: game.cols, rows: game.rows };
  const moves = view ? moveCount(view.steps) : game.moves;
  const move = t("watch.move", { n: moves });
  const name = sizeText(game.cols, game.rows);
  return (
    <section class="watch-one" aria-label={pairOf(game)}>
      <div class="watch-large">
        <BoardView
          fit="both"
          size={size}
          stones={view ? now(view).stones : new Array(size.cols * size.rows).fill(null)}
          last={lastPoint(view)}
          ko={view ? now(view).ko : null}
          coordinates={small.matches ? "none" : prefs.value.coordinates}
          label={t("watch.boardLabel", { size: name, move })}
        />
      </div>
      <div class="watch-side">
        {SIDES.map(color => {
          const { clock, control, ...seat } = seatOf(view, game, color);
          return clock && control && view ? (
            <Seat
              key={color}
              {...seat}
              clock={clock}
              control={control}
              prisoners={view.prisoners[color]}
              connection={connectionOf(view, color)}
              refund={view.refund[color]}
            />
          ) : (
            <div key={color} class="seat">
              <SeatLine {...seat} />
            </div>
          );
        })}
        <div class="watch-terms">
          <p>
            <b class="num">{move}</b>
            {others > 0 && <span class="muted sm watch-others">{t("watch.watchers", { n: others })}</span>}
            {view?.stage === "done" && <b class="watch-result">{say(view.resultText) || view.result}</b>}
          </p>
          {view && (
            <p class="muted sm">
              <Separated
                parts={[
                  name,
                  say(view.setup.ruleset_name),
                  komiText(view.setup.komi, view.setup.unit === "zi"),
                ]}
              />
            </p>
          )}
          {view && <p class="muted sm">{explain(view.setup.time.black)}</p>}
        </div>
        <div class="watch-acts">
          <button ref={back} type="button" class="btn" onClick={onBack}>
            {t("watch.all")}
          </button>
          <Link class="btn primary" href={`/g/${game.id}`}>
            {t("watch.open")}
          </Link>
        </div>
      </div>
    </section>
  );
}

function connectionOf(view: NonNullable<ReturnType<typeof useLive>>, color: "black" | "white") {
  if (view.stage !== "live" || view.players[color].engine) return undefined;
  const since = view.awaySince[color];
  return since === null ? ({ away: false } as const) : ({ away: true, since } as const);
}
