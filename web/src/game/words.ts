// What the game page says: headings, moves, results, notes.

import { type GameView, moveCount, type Note, type Step } from "../api/gameState";
import type { Color, PartyView, TwoSidesPlayerView } from "../api/types";
import { formatPoint, spokenPoint } from "../board/points";
import type { Point, Size } from "../board/types";
import { type Key, lang, say, t } from "../i18n";
import { prefs } from "../ui/prefs";
import { resultText } from "../ui/result";
import { handicapText, komiText, levelText, sizeText } from "../ui/terms";

export const side = (color: Color): string => t(color === "black" ? "common.black" : "common.white");

/** A point as the page shows it. */
export const pointName = (point: Point, size: Size): string =>
  formatPoint(point, size, prefs.value.coordinates);

/** A point as it is spoken. */
export const pointSpoken = (point: Point, size: Size): string =>
  spokenPoint(point, size, prefs.value.coordinates, lang.value);

/** A player's name; where there is none yet, the side. */
export function playerName(view: GameView, color: Color): string {
  const { name, engine } = view.players[color];
  if (engine != null) return t("game.engine");
  if (view.setup.here) return side(color);
  return name || side(color);
}

/** Who did something, by name. */
export function partyName(view: GameView, by: PartyView | null): string {
  return by === "black" || by === "white" ? playerName(view, by) : t("game.server");
}

/** The engine's level in words. */
export function levelName({ engine }: TwoSidesPlayerView["black"]): string | undefined {
  return engine == null ? undefined : levelText(engine);
}

/** The terms in a line: rules, komi, handicap, size. */
export function terms(view: GameView): (string | null)[] {
  const { setup, size } = view;
  return [
    say(setup.ruleset_name),
    komiText(setup.komi, setup.unit === "zi"),
    handicapText(setup.handicap),
    sizeText(size.cols, size.rows),
  ];
}

/** The page's heading. */
export function heading(view: GameView): string {
  const n = moveCount(view.steps);
  if (view.stage === "waiting") return t("game.waiting");
  if (view.stage === "cancelled") return t("game.cancelled");
  if (view.phase === "counting") return t("marking.title");
  if (view.phase === "done") return verdict(view);
  const turn = view.toMove ? whoseTurn(view, view.toMove) : "";
  return n === 0 ? t("game.headingStart", { turn }) : t("game.heading", { n, turn });
}

/** How the game ended. */
export function verdict(view: GameView): string {
  // What SGF calls void is several things, and only the server's words tell which.
  if (!view.result || view.result === "Void") return say(view.resultText) || t("game.over");
  return resultText(view.result, { ruleset: view.setup.ruleset, counted: true });
}

function whoseTurn(view: GameView, toMove: Color): string {
  if (view.paused) return t("game.paused");
  if (view.you.length === 1) return t(view.you[0] === toMove ? "game.yourTurn" : "game.theirTurn");
  return t("game.sideTurn", { side: side(toMove) });
}

/** A step in a few words: “D5 提 1 子”, “停一手”. */
export function stepName(step: Step, size: Size): string {
  if (step.kind === "set") return t("game.stonesSet");
  if (step.at === null) return t("game.passed");
  const at = pointName(step.at, size);
  const n = step.captured.length;
  return n > 0 ? t("game.moveTakes", { at, n }) : at;
}

const NOTES: Record<Note["kind"], Key> = {
  undo: "game.noteUndo",
  pause: "game.notePause",
  unpause: "game.noteUnpause",
  dispute: "game.noteDispute",
  resume: "game.noteResume",
  back: "game.noteBack",
  edit: "game.noteEdit",
  handicap: "game.noteHandicap",
  ruling: "game.noteRuling",
};

/** A note between the lines of the chat. */
export function noteText(view: GameView, note: Note): string {
  const own = note.kind === "pause" || note.kind === "unpause";
  if (own && note.by !== "black" && note.by !== "white") {
    return t(note.kind === "pause" ? "game.noteHeld" : "game.noteGoes");
  }
  return t(NOTES[note.kind], { who: partyName(view, note.by), n: note.n ?? 0, text: say(note.text) });
}
