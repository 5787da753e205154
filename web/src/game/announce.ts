// What a screen reader is told of a game as it goes (UI.md, section 9).

import { type GameView, moveCount, now, passesNow, type Step } from "../api/gameState";
import type { GameFrame } from "../api/socket";
import { t } from "../i18n";
import { assertive, polite } from "../ui/live";
import { prefs } from "../ui/prefs";
import { groupName, shownMarks, statusOf } from "./groups";
import { noteText, playerName, pointSpoken, side, verdict } from "./words";

/** More changes at once are not read out one by one. */
const MOST_SAID = 4;

/** Says what a frame has changed. */
export function announce(frame: GameFrame, after: GameView, before: GameView | null): void {
  if (!before) return;
  if (frame.t === "event") event(frame, after, before);
  else if (frame.t === "snapshot" && after.resultText && !before.resultText) assertive(verdict(after));
  else if (frame.t === "chat") polite(t("game.chatLine", { who: frame.line.name, text: frame.line.text }));
  else if (frame.t === "asks" && after.declined) polite(t("game.declined"));
  else if (frame.t === "presence") notes(after, before);
}

function event(frame: Extract<GameFrame, { t: "event" }>, after: GameView, before: GameView): void {
  const { d } = frame;
  const step = after.steps[after.steps.length - 1];
  if ("move" in d && step?.kind === "move") moved(step, after);
  else if ("mark" in d) polite(changeText(after, before));
  else if ("agree" in d) polite(t("marking.agreedBy", { who: playerName(after, d.agree.by) }));
  else notes(after, before);
}

/** Which groups a change of the marking made what, and that acceptances are withdrawn. */
function changeText(after: GameView, before: GameView): string {
  const [is, was] = [shownMarks(after, []), shownMarks(before, [])];
  const changes = now(after)
    .chains()
    .flatMap(({ color, chain }) => {
      const status = statusOf(chain, is);
      if (status === statusOf(chain, was)) return [];
      return [groupName(after, { color, stones: chain, status })];
    });
  const said = changes.slice(0, MOST_SAID).map(text => t("marking.nowIs", { text }));
  return [...said, t(after.withdrawn ? "marking.changed" : "marking.changedSo")].join(" ");
}

function moved(step: Extract<Step, { kind: "move" }>, after: GameView): void {
  const text = moveText(step, after);
  const own = after.you.length === 1 && after.you[0] === step.by;
  if (own) {
    polite(text);
    return;
  }
  const turn = after.toMove && after.you.includes(after.toMove) && after.you.length === 1;
  const passing = step.at === null && passesNow(after) === 1 && turn;
  polite(
    passing ? t("game.saidPassed", { side: side(step.by) }) : turn ? t("game.saidTurn", { text }) : text,
  );
  if (turn && prefs.value.sayAtari) atari(after);
}

/** A move in words: “黑 D5，提一子。” */
export function moveText(step: Extract<Step, { kind: "move" }>, view: GameView): string {
  const who = side(step.by);
  if (step.at === null) return t("game.saidPass", { side: who });
  const at = pointSpoken(step.at, view.size);
  const n = step.captured.length;
  return n > 0 ? t("game.saidTakes", { side: who, at, n }) : t("game.saidMove", { side: who, at });
}

function atari(view: GameView): void {
  const own = view.you[0];
  const position = view.positions[view.positions.length - 1]!;
  for (const { color, chain, liberties } of position.chains()) {
    if (color !== own || liberties.length !== 1) continue;
    polite(t("game.saidAtari", { n: chain.length, at: pointSpoken(liberties[0]!, view.size) }));
  }
}

function notes(after: GameView, before: GameView): void {
  for (const note of after.notes.slice(before.notes.length)) polite(noteText(after, note));
}

/** The last move, for who asks. */
export function lastMoveText(view: GameView): string {
  const step = view.steps[view.steps.length - 1];
  if (!step || step.kind === "set") return t("game.saidNoMove");
  return t("game.saidLast", { n: moveCount(view.steps), text: moveText(step, view) });
}
