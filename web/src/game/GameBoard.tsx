// The board of the game page: the live position with what is on its way, or where one looks.

import { useComputed } from "@preact/signals";
import { handicapToPlace, isMyTurn } from "../api/gameState";
import { BoardView } from "../board/BoardView";
import type { BoardHandle, Measures, Point } from "../board/types";
import { t } from "../i18n";
import { prefs } from "../ui/prefs";
import { ownersOf, shownMarks } from "./groups";
import { toggleAt } from "./Marking";
import type { Session } from "./session";
import { isNarrow } from "./useNarrow";
import { useSlow } from "./useSlow";

/** The wood beyond the outer lines, in cells. */
const MARGIN = 1.4;

/** Numbers on the last so many moves up to a step. */
function lastNumbers(session: Session, count: number): ReadonlyMap<Point, number> {
  const view = session.view.value!;
  const seen = session.look.seen.value!;
  const numbers = new Map<Point, number>();
  if (count <= 0 || seen.tried) return numbers;
  let n = 0;
  const moves = view.steps.slice(0, seen.step).flatMap(step => {
    if (step.kind !== "move") return [];
    n++;
    return step.at === null ? [] : [{ at: step.at, n }];
  });
  for (const { at, n: number } of moves.slice(-count)) if (seen.position.at(at)) numbers.set(at, number);
  return numbers;
}

/** Numbers of the tried moves, from 1. */
function triedNumbers(session: Session): ReadonlyMap<Point, number> {
  const seen = session.look.seen.value!;
  const path = seen.tried ? session.look.path(seen.tried) : [];
  return new Map(
    path.map((one, index): [Point, number] => [one.at, index + 1]).filter(([at]) => seen.position.at(at)),
  );
}

export function GameBoard({
  session,
  onMeasure,
}: {
  session: Session;
  onMeasure?: (picture: Measures) => void;
}) {
  const view = session.view.value!;
  const { cols, rows } = view.size;
  const seen = session.look.seen.value!;
  const drawn = session.stones.value!;
  const unsent = useSlow(drawn.unsent);
  const numbers = useComputed(() =>
    session.look.seen.value?.tried ? triedNumbers(session) : lastNumbers(session, prefs.value.moveNumbers),
  );
  const judged = (at: Point) => toggleAt(session, at);
  const placing = handicapToPlace(view) > 0 && isMyTurn(view);
  const ended = view.phase !== "play" && !seen.past;
  const marks = ended ? shownMarks(view, session.live.unsent.value) : null;
  const owners = useComputed(() => (session.view.value ? ownersOf(session.view.value) : undefined));
  const pick = placing || saysWhy(session) ? session.place : marking(session) ? judged : undefined;
  return (
    <div class="game-board" style={{ "--ratio": Math.min(1, (cols + MARGIN) / (rows + MARGIN)).toString() }}>
      <BoardView
        ref={(handle: BoardHandle | null) => {
          session.board.current = handle;
        }}
        size={view.size}
        stones={drawn.position.stones}
        label={boardName(view.size)}
        last={seen.past ? seen.last : ended && view.count ? null : (drawn.unsent ?? seen.last)}
        ko={drawn.unsent === null && !ended ? drawn.position.ko : null}
        numbers={numbers.value}
        ghost={drawn.ghost}
        unsent={unsent}
        placing={placing || seen.past ? "tap" : prefs.value.placing}
        edge={seen.past ? "past" : "plain"}
        dead={marks?.dead}
        seki={marks?.seki}
        owners={ended ? owners.value : undefined}
        rings={ended ? (session.ringed.value ?? undefined) : undefined}
        fit={isNarrow() ? "width" : "both"}
        allows={point => session.allows(point)}
        onPlay={session.place}
        onType={drawn.ghost ? first => (session.typed.value = first) : undefined}
        onPick={pick}
        onPending={point => {
          session.pending.value = point;
        }}
        onMeasure={onMeasure}
      />
    </div>
  );
}

/** Whether a click on the board deserves an answer although it is not this player's turn. */
function saysWhy(session: Session): boolean {
  const view = session.view.value!;
  const playing = view.stage === "live" && view.phase === "play" && !view.paused;
  return playing && view.you.length === 1 && !session.look.seen.value!.past && !session.live.replaced.value;
}

/** Whether a click changes the marking. */
function marking(session: Session): boolean {
  const view = session.view.value!;
  return view.phase === "counting" && view.you.length > 0 && !session.look.seen.value!.past;
}

export function boardName({ cols, rows }: { cols: number; rows: number }): string {
  return cols === rows ? t("board.name", { n: cols }) : t("game.boardName", { cols, rows });
}
