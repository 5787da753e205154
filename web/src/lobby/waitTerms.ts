// The terms of a game that waits for an opponent.

import type { GameView } from "../api/gameState";
import type { Color } from "../api/types";
import { say, t } from "../i18n";
import { handicapText, komiText, sizeText, timesText } from "../ui/terms";

/** The colour its maker chose; null when it is drawn. */
export function makersColor({ players }: GameView): Color | null {
  if (players.black.id || players.black.name) return "black";
  return players.white.id || players.white.name ? "white" : null;
}

/** The terms in one line; `mine` for its maker, else for whoever is invited. */
export function waitTerms(view: GameView, mine: boolean): (string | null)[] {
  const { setup } = view;
  const color = makersColor(view);
  const own = mine || color === null ? color : color === "black" ? "white" : "black";
  return [
    sizeText(setup.cols, setup.rows),
    say(setup.ruleset_name),
    handicapText(setup.handicap),
    setup.handicap > 1 && Number(setup.komi) === 0 ? null : komiText(setup.komi, setup.unit === "zi"),
    timesText(setup.time.black.text, setup.time.white.text),
    own === null ? t("setup.nigiri") : t(own === "black" ? "setup.iAmBlack" : "setup.iAmWhite"),
    setup.private ? t("setup.private") : null,
    setup.rated ? t("setup.rated") : null,
  ];
}
