// The engine's rank: a line from 20 kyu to 9 dan with a stone on it, a button for one rank either way, and how people of
// that rank play.

import { useId } from "preact/hooks";
import type { EngineLevel } from "../api/types";
import { type Key, say, t } from "../i18n";

/** How people play, by the number of the highest rank of whom it is true. */
const ABOUT: [upTo: number, text: Key][] = [
  [15, "setup.rank.begun"],
  [20, "setup.rank.someGames"],
  [25, "setup.rank.regular"],
  [30, "setup.rank.long"],
  [34, "setup.rank.strong"],
  [Number.POSITIVE_INFINITY, "setup.rank.best"],
];

/** Ranks that are written below the line. */
const WRITTEN = new Set(["20k", "10k", "1d", "9d"]);

function Step({ sign, label, act }: { sign: string; label: string; act: (() => void) | null }) {
  return (
    <button
      type="button"
      class="btn icon"
      aria-label={label}
      aria-disabled={act === null || undefined}
      onClick={() => act?.()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

/** `beyond` says that the board is too large for networks. */
export function RankPicker({
  levels,
  value,
  beyond,
  onChange,
}: {
  levels: readonly EngineLevel[];
  value: number;
  beyond: boolean;
  onChange: (level: number) => void;
}) {
  const id = useId();
  const last = levels.length - 1;
  const at = Math.max(
    0,
    levels.findIndex(one => one.level === value),
  );
  const name = say(levels[at]?.name);
  const about = ABOUT.find(([upTo]) => value <= upTo)!;
  const to = (index: number) => {
    const level = levels[index];
    if (level) onChange(level.level);
  };
  return (
    <div class="setup-rank">
      <div class="setup-rank-head">
        <label for={id}>{t("setup.level")}</label>
        <output for={id} aria-live="off">
          {name}
        </output>
      </div>
      <div class="setup-rank-line">
        <Step sign="−" label={t("setup.rank.weaker")} act={at > 0 ? () => to(at - 1) : null} />
        <div class="setup-rank-scale">
          <input
            id={id}
            type="range"
            min={0}
            max={last}
            step={1}
            value={at}
            aria-valuetext={name}
            aria-describedby={`${id}-about`}
            onInput={event => to(event.currentTarget.valueAsNumber)}
          />
          <div class="setup-rank-marks" aria-hidden="true">
            {levels.map(({ level, rank, name }, index) =>
              WRITTEN.has(rank ?? "") ? (
                <span key={level} style={{ left: `${(100 * index) / last}%` }}>
                  {say(name)}
                </span>
              ) : null,
            )}
          </div>
        </div>
        <Step sign="+" label={t("setup.rank.stronger")} act={at < last ? () => to(at + 1) : null} />
      </div>
      <p id={`${id}-about`} class="ui-hint">
        {t(beyond ? "setup.rank.beyond" : about[1])}
      </p>
    </div>
  );
}
