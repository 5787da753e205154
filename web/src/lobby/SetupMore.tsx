// Everything else that the server lets a game have, each with one line of explanation.

import { Link } from "wouter-preact";
import { me } from "../api/client";
import type { Placement } from "../api/types";
import { type Key, t } from "../i18n";
import { Field, Select, Switch } from "../ui/Field";
import { Segmented } from "../ui/Segmented";
import { amountText } from "../ui/terms";
import { ClockEditor } from "./ClockEditor";
import { countsZi, freeHandicap, komiPoints, type Repetition, toOther, type With } from "./draft";
import { fixedNumbers, seatedStones } from "./handicap";
import { RulesAxes } from "./RulesAxes";
import type { Part } from "./SetupBasics";
import { StartEditor } from "./StartEditor";

const OPPONENTS: [With, Key][] = [
  ["friend", "setup.byLink"],
  ["seek", "setup.bySeek"],
  ["engine", "setup.byEngine"],
  ["here", "setup.byHere"],
];

const OPPONENT_ABOUT: Record<With, Key> = {
  friend: "setup.byLinkAbout",
  seek: "setup.bySeekAbout",
  engine: "setup.byEngineAbout",
  here: "setup.byHereAbout",
};

function Opponent({ draft, change }: Part) {
  return (
    <Segmented
      label={t("setup.opponent")}
      narrow={2}
      value={draft.with}
      choices={OPPONENTS.map(([value, label]) => ({ value, label: t(label) }))}
      hint={t(OPPONENT_ABOUT[draft.with])}
      onChange={kind => change(toOther(draft, kind))}
    />
  );
}

function Handicap({ draft, change, problem }: Part) {
  const size = { cols: draft.cols, rows: draft.rows };
  const free = freeHandicap(draft);
  const placements: [Placement, Key][] = [
    ["ruleset", "setup.placeRuleset"],
    ["fixed", "setup.placeFixed"],
    ["free", "setup.placeFree"],
  ];
  return (
    <div class="setup-pair">
      {free ? (
        <Field
          label={t("setup.handicap")}
          type="number"
          inputMode="numeric"
          min={0}
          max={25}
          value={Number.isNaN(draft.handicap) ? "" : String(draft.handicap)}
          error={problem("handicap")}
          hint={t("setup.handicapAbout")}
          onInput={text => change({ handicap: text === "" ? Number.NaN : Number(text) })}
        />
      ) : (
        <Select
          label={t("setup.handicap")}
          value={draft.handicap}
          options={[
            { value: 0, label: t("setup.even") },
            ...fixedNumbers(size).map(n => ({ value: n, label: t("terms.handicap", { n }) })),
          ]}
          error={problem("handicap")}
          hint={t("setup.handicapAbout")}
          onChange={handicap => change({ handicap })}
        />
      )}
      <Select
        label={t("setup.placement")}
        value={draft.placement}
        options={placements.map(([value, label]) => ({ value, label: t(label) }))}
        hint={t(free ? "setup.placeFreeAbout" : "setup.placeFixedAbout")}
        onChange={placement => change({ placement })}
      />
    </div>
  );
}

function Komi({ draft, change, problem, offers }: Part) {
  const zi = countsZi(draft.ruleset);
  const usual = offers.rulesets?.find(one => one.id === draft.ruleset)?.komi;
  const points = draft.komi.trim() === "" ? null : komiPoints(draft.komi);
  const inForce = t("setup.komiAbout", { amount: usual === undefined ? "" : amountText(Number(usual), zi) });
  return (
    <Field
      label={t("setup.komi")}
      inputMode="text"
      placeholder={usual}
      value={draft.komi}
      error={problem("komi")}
      hint={points === null ? inForce : t("setup.komiIs", { amount: amountText(points, zi) })}
      onInput={komi => change({ komi })}
    />
  );
}

function Seats({ draft, change }: Part) {
  const value = draft.seats === null ? "rules" : draft.seats ? "yes" : "no";
  const possible = seatedStones({ cols: draft.cols, rows: draft.rows }) !== null;
  return (
    <Select
      label={t("setup.seats")}
      value={value}
      options={[
        { value: "rules", label: t("setup.asRules") },
        ...(possible ? [{ value: "yes", label: t("setup.seatsYes") }] : []),
        { value: "no", label: t("setup.seatsNo") },
      ]}
      hint={t("setup.seatsAbout")}
      onChange={next => change({ seats: next === "rules" ? null : next === "yes" })}
    />
  );
}

const REPETITIONS: [Repetition, Key][] = [
  ["", "setup.asRules"],
  ["simple", "setup.koSimple"],
  ["positional", "setup.koPositional"],
  ["situational", "setup.koSituational"],
  ["natural-situational", "setup.koNatural"],
];

function Ko({ draft, change }: Part) {
  return (
    <Select
      label={t("setup.ko")}
      value={draft.repetition}
      options={REPETITIONS.map(([value, label]) => ({ value, label: t(label) }))}
      hint={t("setup.koAbout")}
      onChange={repetition => change({ repetition })}
    />
  );
}

function Clocks({ draft, change }: Part) {
  return (
    <div class="setup-part">
      <Switch
        label={t("setup.twoClocks")}
        hint={t("setup.twoClocksAbout")}
        checked={draft.clockWhite !== null}
        onChange={two => change({ clockWhite: two ? draft.clock : null })}
      />
      {draft.clockWhite && (
        <ClockEditor
          label={t("setup.whiteTime")}
          clock={draft.clockWhite}
          onChange={clockWhite => change({ clockWhite })}
        />
      )}
    </div>
  );
}

function Visibility({ draft, change }: Part) {
  const guest = me.value?.guest ?? true;
  const people = draft.with === "friend" || draft.with === "seek";
  return (
    <div>
      {draft.with !== "seek" && (
        <Switch
          label={t("setup.privateGame")}
          hint={t("setup.privateAbout")}
          checked={draft.private}
          onChange={closed => change({ private: closed })}
        />
      )}
      {people && (
        <Switch
          label={t("setup.ratedGame")}
          hint={
            guest ? (
              <>
                {t("setup.ratedGuests")}{" "}
                <Link class="link" href="/me">
                  {t("nav.signIn")}
                </Link>
              </>
            ) : (
              t("setup.ratedAbout")
            )
          }
          checked={draft.rated && !guest}
          disabled={guest}
          onChange={rated => change({ rated })}
        />
      )}
    </div>
  );
}

export function SetupMore(part: Part) {
  const empty = part.draft.start.kind === "empty";
  return (
    <div class="setup-more">
      <Opponent {...part} />
      {empty && <Handicap {...part} />}
      <div class="setup-pair">
        <Komi {...part} />
        {empty && <Seats {...part} />}
      </div>
      <div>
        <Ko {...part} />
        <RulesAxes id={part.draft.ruleset} />
      </div>
      <StartEditor {...part} />
      <Clocks {...part} />
      <Visibility {...part} />
    </div>
  );
}
