// The board of a task: the position and the marks that belong to it.

import type { Ref } from "preact";
import { BoardView } from "../board/BoardView";
import { refused } from "../board/position";
import type { BoardHandle, BoardProps, Point, Shape } from "../board/types";
import { t } from "../i18n";
import { pointOf, youOf } from "./diagram";
import { hintedPoint, type State } from "./exercise";

type Props = {
  state: State;
  board: Ref<BoardHandle>;
  onPlace: (point: Point) => void;
  onFind: (point: Point) => void;
  onAgain: () => void;
};

export function LessonBoard({ state, board, onPlace, onFind, onAgain }: Props) {
  const { now, task, phase } = state;
  const you = youOf(task);
  const stones = phase === "open" && task.answer.kind !== "find" && task.answer.kind !== "choose";
  const pick = phase === "wrong" ? onAgain : task.answer.kind === "find" ? onFind : undefined;
  return (
    <BoardView
      ref={board}
      class="learn-board"
      fit="both"
      size={now.size}
      stones={now.stones}
      label={t("board.name", { n: now.size.cols })}
      ghost={stones ? you : null}
      allows={point => !refused(now.play(you, point))}
      onPlay={onPlace}
      onPick={pick}
      placing="tap"
      ko={now.ko}
      {...marks(state)}
    />
  );
}

type Marks = Pick<BoardProps, "last" | "numbers" | "labels" | "shapes" | "rings" | "dead">;

function marks(state: State): Marks {
  const { task, now, start, phase, found } = state;
  const { size } = now;
  const shapes = new Map<Point, Shape>();
  for (const vertex of task.marks ?? []) {
    const point = pointOf(vertex, size);
    if (now.at(point) === start.at(point)) shapes.set(point, "triangle");
  }
  const dead = new Set([...found].filter(point => start.at(point)));
  for (const point of found) if (!dead.has(point)) shapes.set(point, "circle");
  const labels = new Map(
    Object.entries(task.letters ?? {}).map(([vertex, text]) => [pointOf(vertex, size), text]),
  );
  const hinted = state.hints > 1 ? hintedPoint(state) : null;
  return {
    shapes,
    labels,
    dead,
    rings: new Set(hinted === null ? [] : [hinted]),
    last: state.steps.at(-1)?.move ?? null,
    numbers: phase === "wrong" ? refutation(state) : undefined,
  };
}

/** The wrong move is 1 and what refutes it 2, where both still stand. */
function refutation({ steps, now }: State): ReadonlyMap<Point, number> {
  const own = steps.findLastIndex(step => step.color !== steps.at(-1)?.color);
  const shown = own < 0 ? steps.slice(-1) : steps.slice(own);
  return new Map(
    shown.flatMap(({ move, color }, index) =>
      move !== null && now.at(move) === color ? [[move, index + 1] as const] : [],
    ),
  );
}
