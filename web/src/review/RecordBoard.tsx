// The board of the record page: the position with its marks, numbers and next moves; a stone put down goes on or begins
// a variation, or the chosen tool is used.

import { useRef } from "preact/hooks";
import { BoardView } from "../board/BoardView";
import type { BoardHandle, Color, Point } from "../board/types";
import { t } from "../i18n";
import { prefs } from "../ui/prefs";
import { sizeText } from "../ui/terms";
import { useWheelAndSwipe } from "./keys";
import { marksAt, type Tool } from "./marks";
import { nextLabels, nextMoves } from "./next";
import { stateAt } from "./replay";
import type { Review } from "./review";

export type Numbers = "none" | "few" | "all";

/** So many moves carry their numbers by default, as in a commentary. */
const FEW = 3;

export function RecordBoard({
  review,
  tool,
  numbers,
  wide,
}: {
  review: Review;
  tool: Tool | null;
  numbers: Numbers;
  /** Two columns: the board takes the height of the window. */
  wide: boolean;
}) {
  const handle = useRef<BoardHandle>(null);
  const box = useWheelAndSwipe(review);
  const tree = review.tree.value;
  const at = review.at.value;
  const size = review.size.value;
  const { position, last, toMove } = review.state.value;
  const marks = marksAt(tree, at, size);
  const labels = new Map([...nextLabels(nextMoves(review)), ...(marks.labels ?? [])]);
  const plays = tool === null || tool === "play";
  const shown = last?.point != null && position.at(last.point) ? last.point : null;
  return (
    <div class="review-board" ref={box}>
      <BoardView
        ref={handle}
        {...marks}
        labels={labels}
        size={size}
        stones={position.stones}
        label={t("board.name", { n: sizeName(size.cols, size.rows) })}
        last={shown}
        ko={position.ko}
        numbers={numbersOf(
          review,
          numbers,
          point => marks.labels?.has(point) || marks.shapes?.has(point) || false,
        )}
        ghost={plays ? toMove : null}
        placing={prefs.value.placing}
        onPlay={point => review.play(point)}
        onPick={point => tool && tool !== "play" && review.useTool(tool, point)}
        fit={wide ? "both" : "width"}
      />
    </div>
  );
}

const sizeName = (cols: number, rows: number): string | number =>
  cols === rows ? cols : sizeText(cols, rows);

/** The numbers on stones that are still there; a mark of the node goes before them. */
function numbersOf(
  review: Review,
  numbers: Numbers,
  isMarked: (point: Point) => boolean,
): Map<Point, number> {
  const shown = new Map<Point, { number: number; color: Color }>();
  const count = numbers === "all" ? Number.POSITIVE_INFINITY : Math.max(prefs.value.moveNumbers, FEW);
  if (numbers === "none") return new Map();
  const tree = review.tree.value;
  const line = tree.lineTo(review.at.value);
  let left = count;
  for (let at = line.length - 1; at >= 0 && left > 0; at--) {
    const { move, number } = stateAt(tree, line[at]!);
    if (!move) continue;
    left--;
    if (move.point !== null && !shown.has(move.point)) shown.set(move.point, { number, color: move.color });
  }
  const { position } = review.state.value;
  const still = [...shown].filter(([point, one]) => position.at(point) === one.color && !isMarked(point));
  return new Map(still.map(([point, { number }]) => [point, number]));
}
