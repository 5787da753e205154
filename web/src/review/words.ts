// What the page says about a record and its moves.

import { formatPoint, spokenPoint } from "../board/points";
import { lang, type Params, t } from "../i18n";
import { prefs } from "../ui/prefs";
import { countsInZi, resultText } from "../ui/result";
import { komiText } from "../ui/terms";
import type { Opened } from "./opened";
import type { Move, State } from "./replay";
import type { Tree } from "./tree";

/** The title: the game's own name, the event with its round, or the players. */
export function titleOf(tree: Tree): string {
  const own = tree.text(0, "GN");
  if (own) return own;
  const event = [tree.text(0, "EV"), tree.text(0, "RO")].filter(Boolean).join(" ");
  if (event) return event;
  const black = tree.text(0, "PB");
  const white = tree.text(0, "PW");
  return black || white
    ? t("record.versus", { black: black || t("record.unknown"), white: white || t("record.unknown") })
    : t("record.untitled");
}

/** A player with the rank, where the record has one. */
export function playerOf(tree: Tree, side: "B" | "W"): string {
  const name = tree.text(0, side === "B" ? "PB" : "PW") || t("record.unknown");
  return [name, tree.text(0, side === "B" ? "BR" : "WR")].filter(Boolean).join(" ");
}

export const resultOf = (tree: Tree, { ruleset, counted }: Opened): string =>
  resultText(tree.text(0, "RE"), { ruleset, counted });

/** Komi in the unit of the counting; the record's own text where it cannot be read. */
export function komiOf(tree: Tree, opened: Opened): string {
  const text = tree.text(0, "KM");
  const value = text === opened.tree.text(0, "KM") && opened.komi ? opened.komi : text;
  if (value === "") return "";
  return Number.isFinite(Number(value))
    ? komiText(value, countsInZi(opened.ruleset))
    : t("record.komi", { komi: value });
}

/** How many moves the main line has. */
export function movesText(count: number): string {
  return t("record.moves", { n: count });
}

/** `第 87 手 G9`, `第 88 手 停一手`, `开局`. */
export function headline({ move, number, position }: State): string {
  if (!move) return number === 0 ? t("record.start") : t("record.move", { n: number });
  const point =
    move.point === null ? t("record.pass") : formatPoint(move.point, position.size, prefs.value.coordinates);
  return t("record.movePoint", { n: number, point });
}

/** A move as it is spoken, with what it took. */
export function spoken({ move, captured, position, number }: State): string {
  if (!move) return number === 0 ? t("record.start") : t("record.setup");
  const color = t(move.color === "black" ? "common.black" : "common.white");
  const point =
    move.point === null
      ? t("record.pass")
      : spokenPoint(move.point, position.size, prefs.value.coordinates, lang.value);
  const params: Params = { color, point };
  const taken = captured > 0 ? t("record.capturedSaid", { n: captured }) : "";
  return t("record.moveSaid", params) + taken;
}

/** A move on a button. */
export function moveText(move: Move | null, tree: State["position"]): string {
  if (!move) return t("record.setup");
  return move.point === null ? t("record.pass") : formatPoint(move.point, tree.size, prefs.value.coordinates);
}
