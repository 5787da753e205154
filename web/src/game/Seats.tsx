// The two seats, from the game's state to the cards of clock/.

import type { GameView } from "../api/gameState";
import { handicapToPlace } from "../api/gameState";
import { serverNow } from "../api/socket";
import type { Color } from "../api/types";
import { Seat } from "../clock/Seat";
import { stale } from "../clock/stale";
import { t } from "../i18n";
import type { Session } from "./session";
import { levelName, playerName } from "./words";

/** Less lag is not worth a word: it would read “0 s”. */
const SHOWN_REFUND_MS = 50;

/** Who sits above: the opponent; for watchers and at one device White. */
export function upperColor(view: GameView): Color {
  return view.you.length === 1 && view.you[0] === "white" ? "black" : "white";
}

export function GameSeat({ session, color, place }: { session: Session; color: Color; place: "opp" | "me" }) {
  const view = session.view.value!;
  const player = view.players[color];
  const over = view.phase === "done" || view.stage === "cancelled";
  const engine = player.engine != null;
  const since = view.awaySince[color];
  const left = handicapToPlace(view) - session.placed.value.length;
  const placing = color === "black" && handicapToPlace(view) > 0 && left > 0;
  return (
    <Seat
      class={`game-${place}`}
      color={color}
      name={playerName(view, color)}
      rank={levelName(player)}
      you={view.you.length === 1 && view.you[0] === color}
      prisoners={view.prisoners[color]}
      connection={
        over || engine || view.setup.here
          ? undefined
          : since === null
            ? { away: false }
            : { away: true, since }
      }
      refund={view.refund[color] >= SHOWN_REFUND_MS ? view.refund[color] : undefined}
      note={placing ? t("game.stonesLeft", { n: left }) : undefined}
      clock={view.clock}
      control={view.setup.time[color]}
      now={serverNow}
      flagged={over && view.result === (color === "black" ? "W+T" : "B+T")}
      over={over}
      stale={!over && (stale.value || session.live.replaced.value)}
    />
  );
}
