// The column beside the board: the steps, the sentence and the sums of the present one, playback.

import { useEffect, useRef } from "preact/hooks";
import { Link } from "wouter-preact";
import { t } from "../i18n";
import { Switch } from "../ui/Field";
import { Icon, type IconName } from "../ui/Icon";
import { Segmented } from "../ui/Segmented";
import { colorName } from "./figures";
import { LidPair } from "./LidPair";
import { Sums, VerdictSeal } from "./Sums";
import type { Change, Settings } from "./settings";
import type { Step } from "./stage";

export function Panel({
  steps,
  at,
  hrefOf,
  notes,
  lab,
  settings,
  change,
  playing,
  onPlay,
  go,
}: {
  steps: Step[];
  at: number;
  hrefOf: (step: number) => string;
  notes: string[];
  lab: string;
  settings: Settings;
  change: (change: Change) => void;
  playing: boolean;
  onPlay: () => void;
  go: (step: number) => void;
}) {
  const step = steps[at - 1]!;
  return (
    <div class="ct-panel">
      <StepList steps={steps} at={at} hrefOf={hrefOf} />
      <section class="ct-say" aria-label={t(`count.heading.${step.id}`)}>
        <h2 class="title">{t(`count.heading.${step.id}`)}</h2>
        {!step.verdict && <p class="ct-sentence">{step.sentence}</p>}
        <Choices step={step} settings={settings} change={change} />
        {step.lids && <LidPair lids={step.lids} />}
        <Sums lines={step.lines} />
        {step.verdict && <VerdictSeal verdict={step.verdict} />}
        {notes.map(note => (
          <p key={note} class="ct-note">
            {note}
          </p>
        ))}
      </section>
      <div class="ct-ctl">
        <div class="row" role="group" aria-label={t("count.play.group")}>
          <Control icon="first" text={t("count.play.first")} off={at === 1} onClick={() => go(1)} />
          <Control icon="prev" text={t("count.play.previous")} off={at === 1} onClick={() => go(at - 1)} />
          <button
            type="button"
            class="btn primary icon ct-play"
            aria-label={t(playing ? "count.play.pause" : "count.play.play")}
            onClick={onPlay}
          >
            <Icon name={playing ? "pause" : "play"} />
          </button>
          <Control
            icon="next"
            text={t("count.play.next")}
            off={at === steps.length}
            onClick={() => go(at + 1)}
          />
          <Control
            icon="last"
            text={t("count.play.last")}
            off={at === steps.length}
            onClick={() => go(steps.length)}
          />
        </div>
        <Link class="link sm ct-lab-link" href={lab} aria-label={t("count.byOther")}>
          <Icon name="table" />
          <span class="ct-lab-long">{t("count.byOther")}</span>
          <span class="ct-lab-short">{t("count.byOtherShort")}</span>
        </Link>
      </div>
    </div>
  );
}

function StepList({ steps, at, hrefOf }: { steps: Step[]; at: number; hrefOf: (step: number) => string }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [at]);
  return (
    <ol class="ct-steps" aria-label={t("count.steps")} ref={list}>
      {steps.map(({ id }, index) => (
        <li key={id}>
          <Link
            href={hrefOf(index + 1)}
            class={index + 1 < at ? "done" : undefined}
            aria-current={index + 1 === at ? "step" : undefined}
          >
            <span class="ct-step-number num" aria-hidden="true">
              {index + 1}
            </span>
            <span class="ct-step-name">{t(`count.step.${id}`)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** What a teacher may choose at a step: the side to count, prisoners added up instead of filled in. */
function Choices({
  step,
  settings,
  change,
}: {
  step: Step;
  settings: Settings;
  change: (change: Change) => void;
}) {
  if (step.id === "side") {
    return (
      <Segmented
        class="ct-side"
        label={t("count.whichSide")}
        hideLabel
        value={settings.side}
        choices={(["black", "white"] as const).map(side => ({ value: side, label: colorName(side) }))}
        onChange={side => change({ side })}
      />
    );
  }
  if (step.id !== "fill") return null;
  return <Switch label={t("count.tally")} checked={settings.tally} onChange={tally => change({ tally })} />;
}

function Control({
  icon,
  text,
  off,
  onClick,
}: {
  icon: IconName;
  text: string;
  off: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="btn icon"
      aria-label={text}
      aria-disabled={off || undefined}
      onClick={() => !off && onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}
