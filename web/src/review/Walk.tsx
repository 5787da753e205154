// The slider and the four step buttons.

import { t } from "../i18n";
import { Icon } from "../ui/Icon";
import { polite } from "../ui/live";
import type { Review } from "./review";
import { headline, spoken } from "./words";

/** Takes a step and says the move it came to. */
export function walk(review: Review, step: () => void): void {
  const before = review.at.value;
  step();
  if (review.at.value !== before) polite(spoken(review.state.value));
}

export function Walk({ review }: { review: Review }) {
  const line = review.line.value;
  const now = line.indexOf(review.at.value);
  const atStart = now <= 0;
  const atEnd = now >= line.length - 1;
  const share = line.length > 1 ? (100 * now) / (line.length - 1) : 0;
  return (
    <div class="review-walk" role="group" aria-label={t("record.walk")}>
      <Step
        icon="first"
        name={t("record.first")}
        off={atStart}
        act={() => walk(review, () => review.toStart())}
      />
      <Step
        icon="prev"
        name={t("record.previous")}
        off={atStart}
        act={() => walk(review, () => review.step(-1))}
      />
      <input
        type="range"
        min={0}
        max={Math.max(1, line.length - 1)}
        value={now}
        style={{ "--share": `${share}%` }}
        aria-label={t("record.slider")}
        aria-valuetext={headline(review.state.value)}
        onInput={event => review.go(line[event.currentTarget.valueAsNumber] ?? 0)}
      />
      <Step
        icon="next"
        name={t("record.nextMove")}
        off={atEnd}
        act={() => walk(review, () => review.step(1))}
      />
      <Step icon="last" name={t("record.last")} off={atEnd} act={() => walk(review, () => review.toEnd())} />
    </div>
  );
}

function Step({
  icon,
  name,
  off,
  act,
}: {
  icon: "first" | "prev" | "next" | "last";
  name: string;
  off: boolean;
  act: () => void;
}) {
  return (
    <button
      type="button"
      class="btn quiet icon"
      aria-label={name}
      aria-disabled={off || undefined}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}
