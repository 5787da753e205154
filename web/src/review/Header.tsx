// Title, players, result, and what else the record says about its game.

import { recordDate } from "../ui/recordDate";
import { Separated } from "../ui/Sep";
import type { Opened } from "./opened";
import { moveOf } from "./replay";
import type { Review } from "./review";
import { komiOf, movesText, playerOf, resultOf, titleOf } from "./words";

export function Header({ review, opened }: { review: Review; opened: Opened }) {
  const tree = review.tree.value;
  const size = review.size.value;
  const result = resultOf(tree, opened);
  const named = result || tree.text(0, "PB") || tree.text(0, "PW");
  const moves = tree.lineFrom(0).filter(id => moveOf(tree.get(id)!, size)).length;
  return (
    <div class="review-head">
      <h1 class="title ell" title={titleOf(tree)}>
        {titleOf(tree)}
      </h1>
      {named && (
        <div class="review-names">
          <i class="stone b" aria-hidden="true" />
          <span class="ell" title={playerOf(tree, "B")}>
            {playerOf(tree, "B")}
          </span>
          {result ? <span class="tag">{result}</span> : <span />}
          <i class="stone w" aria-hidden="true" />
          <span class="ell" title={playerOf(tree, "W")}>
            {playerOf(tree, "W")}
          </span>
          <span />
        </div>
      )}
      <p class="muted sm">
        <Separated
          parts={[
            recordDate(tree.text(0, "DT")),
            tree.text(0, "PC"),
            komiOf(tree, opened),
            moves > 0 && movesText(moves),
          ]}
        />
      </p>
    </div>
  );
}
