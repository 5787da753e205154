// How players are called.

import type { TwoSidesPlayerView } from "../api/types";
import { t } from "../i18n";
import { levelText } from "./terms";

export type Player = TwoSidesPlayerView["black"];

/** The name shown; the engine is called what it is, an empty seat by a dash. */
export function playerName({ name, engine }: Player): string {
  if (engine) return t("terms.engine", { level: levelText(engine) });
  return name || "—";
}
