// The continuations of a node: their letters on the board and their words on the buttons.

import type { Point } from "../board/types";
import { t } from "../i18n";
import { labelsAt, letter } from "./marks";
import { type Move, moveOf } from "./replay";
import type { Review } from "./review";
import type { NodeId } from "./tree";

export type Next = {
  id: NodeId;
  /** The letter on the board; null where there is only one way on. */
  letter: string | null;
  move: Move | null;
  what: string;
};

/** More ways on than these are found in the tree alone. */
const MOST = 40;

/** How many ways on from the node are not among `nextMoves`. */
export const moreMoves = (review: Review): number =>
  Math.max(0, review.tree.value.get(review.at.value)!.children.length - MOST);

/** The ways on from the node. */
export function nextMoves(review: Review): Next[] {
  const tree = review.tree.value;
  const at = review.at.value;
  const size = review.size.value;
  const children = tree.get(at)!.children.slice(0, MOST);
  const used = new Set(labelsAt(tree, at, size).values());
  const letters = freeLetters(used, children.length);
  const isMain = tree.isMain(at);
  return children.map((id, index) => ({
    id,
    letter: children.length > 1 ? letters[index]! : null,
    move: moveOf(tree.get(id)!, size),
    what: wordsFor(
      index === 0 && isMain,
      tree.lineFrom(id).filter(one => moveOf(tree.get(one)!, size)).length,
    ),
  }));
}

function wordsFor(isMain: boolean, moves: number): string {
  if (isMain) return t("record.asPlayed");
  return moves > 0 ? t("record.variationMoves", { n: moves }) : t("record.variation");
}

function freeLetters(used: ReadonlySet<string>, count: number): string[] {
  const free: string[] = [];
  for (let n = 0; free.length < count; n++) if (!used.has(letter(n))) free.push(letter(n));
  return free;
}

/** The letters where the ways on part, for points that carry no label of their own. */
export function nextLabels(next: readonly Next[]): Map<Point, string> {
  const labels = new Map<Point, string>();
  for (const { letter, move } of next) if (letter && move?.point != null) labels.set(move.point, letter);
  return labels;
}
