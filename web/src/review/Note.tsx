// The move, its comment, and the next moves as buttons.

import { t } from "../i18n";
import { moreMoves, nextMoves } from "./next";
import type { Review } from "./review";
import { headline, moveText } from "./words";

export function Note({ review }: { review: Review }) {
  const tree = review.tree.value;
  const comment = tree.text(review.at.value, "C");
  return (
    <div class="card review-note">
      <h2>{headline(review.state.value)}</h2>
      {comment && (
        <div class="review-comment" lang="">
          {comment.split("\n").map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
      <NextMoves review={review} />
    </div>
  );
}

export function NextMoves({ review }: { review: Review }) {
  const next = nextMoves(review);
  const more = moreMoves(review);
  if (next.length === 0) return null;
  return (
    <ul class="review-next" aria-label={t("record.next")}>
      {next.map(({ id, letter, move, what }) => (
        <li key={id}>
          <button type="button" class="review-var" onClick={() => review.go(id)}>
            {letter && <b>{letter}</b>}
            {move && <i class={`stone ${move.color === "black" ? "b" : "w"}`} aria-hidden="true" />}
            <span>
              {moveText(move, review.state.value.position)} <small>{what}</small>
            </span>
          </button>
        </li>
      ))}
      {more > 0 && <li class="muted sm">{t("record.nextMore", { n: more })}</li>}
    </ul>
  );
}
