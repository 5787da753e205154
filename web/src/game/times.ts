// Both clocks in words, for who asks with Shift T.

import type { GameView } from "../api/gameState";
import { serverNow } from "../api/socket";
import type { Color } from "../api/types";
import { shown } from "../clock/shown";
import { spokenTimes } from "../clock/words";
import { t } from "../i18n";
import { side } from "./words";

/** Own time first. */
export function timesText(view: GameView): string {
  const own: Color = view.you.length === 1 ? view.you[0]! : "black";
  const order: Color[] = own === "black" ? ["black", "white"] : ["white", "black"];
  const over = view.phase === "done";
  return spokenTimes(
    order.map(color => ({
      name: view.you.length === 1 && color === own ? t("game.you") : side(color),
      shown: shown(view.clock, color, view.setup.time[color], serverNow(), { over }),
    })),
  );
}
