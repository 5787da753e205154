// What is chosen first: the engine's level, the board, the time, the rules, the colour.

import { useState } from "preact/hooks";
import { type Key, say, t } from "../i18n";
import { Field, Select } from "../ui/Field";
import { Segmented } from "../ui/Segmented";
import { komiText, sizeText } from "../ui/terms";
import { ClockEditor } from "./ClockEditor";
import { countsZi, type Draft, type Problem } from "./draft";
import { RankPicker } from "./RankPicker";
import { levelOf, type Offers } from "./summary";

export type Part = {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  offers: Offers;
  /** The text for a field's problem. */
  problem: (field: Problem["field"]) => string | null;
};

/** The upper left corner of a board, its lines as dense as the board is large. */
function Drawing({ lines }: { lines: number }) {
  const cell = 72 / (lines - 1);
  const edge = lines < 13 ? 2 : 3;
  const ends = Array.from({ length: Math.floor(36 / cell) + 1 }, (_, n) => 4.5 + n * cell);
  const path = ends.map(at => `M4.500 ${at}H40M${at} 4.500V40`).join("");
  const star = 4.5 + edge * cell;
  return (
    <svg class="setup-drawing" viewBox="0 0 40 40" aria-hidden="true">
      <path d={path} />
      <path class="edge" d="M40 4.500H4.500V40" />
      <circle cx={star} cy={star} r="2" />
    </svg>
  );
}

const USUAL = [19, 13, 9];

function Size({ draft, change, problem }: Part) {
  const usual = USUAL.includes(draft.cols) && draft.cols === draft.rows;
  const [other, setOther] = useState(!usual);
  const side = (name: "cols" | "rows") => (
    <Field
      label={t(`setup.${name}`)}
      type="number"
      inputMode="numeric"
      min={2}
      max={25}
      value={Number.isNaN(draft[name]) ? "" : String(draft[name])}
      error={problem(name)}
      onInput={text => change({ [name]: text === "" ? Number.NaN : Number(text) })}
    />
  );
  return (
    <div class="setup-part">
      <Segmented
        label={t("setup.board")}
        value={other ? 0 : draft.cols}
        choices={[
          ...USUAL.map(lines => ({
            value: lines,
            label: sizeText(lines, lines),
            drawing: <Drawing lines={lines} />,
          })),
          { value: 0, label: t("setup.otherSize"), hint: t("setup.otherSizeAbout") },
        ]}
        onChange={lines => {
          setOther(lines === 0);
          if (lines > 0) change({ cols: lines, rows: lines });
        }}
      />
      {other && (
        <div class="setup-numbers">
          {side("cols")}
          {side("rows")}
        </div>
      )}
    </div>
  );
}

/** The usual rules, with their names on the tile. */
const RULES: [id: string, label: Key][] = [
  ["chinese", "setup.rulesChinese"],
  ["japanese", "setup.rulesJapanese"],
  ["korean", "setup.rulesKorean"],
];

function Rules({ draft, change, offers }: Part) {
  const known = offers.rulesets ?? [];
  const [other, setOther] = useState(!RULES.some(([id]) => id === draft.ruleset));
  const chosen = known.find(one => one.id === draft.ruleset);
  const komi = (id: string) => {
    const points = known.find(one => one.id === id)?.komi;
    return points === undefined ? undefined : komiText(points, countsZi(id));
  };
  return (
    <div class="setup-part">
      <Segmented
        label={t("setup.rules")}
        narrow={2}
        value={other ? "other" : draft.ruleset}
        choices={[
          ...RULES.map(([id, label]) => ({ value: id, label: t(label), hint: komi(id) })),
          { value: "other", label: t("setup.rulesOther"), hint: t("setup.rulesOtherAbout") },
        ]}
        onChange={id => {
          setOther(id === "other");
          if (id !== "other") change({ ruleset: id });
        }}
        hint={other ? undefined : say(chosen?.about) || undefined}
      />
      {other && (
        <Select
          label={t("setup.rulesAll")}
          value={draft.ruleset}
          options={known.map(({ id, name }) => ({ value: id, label: say(name) }))}
          hint={say(chosen?.about) || undefined}
          onChange={ruleset => change({ ruleset })}
        />
      )}
    </div>
  );
}

/** Networks know boards up to this size. */
const NET_LINES = 19;

/** The server names its levels as inside a sentence. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Level({ draft, change, offers }: Part) {
  if (!offers.levels?.length) return null;
  const value = levelOf(draft, offers)?.level ?? draft.level;
  const onChange = (level: number) => change({ level });
  if (offers.levels.some(({ rank }) => rank)) {
    const beyond = draft.start.kind !== "record" && Math.max(draft.cols, draft.rows) > NET_LINES;
    return <RankPicker levels={offers.levels} value={value} beyond={beyond} onChange={onChange} />;
  }
  return (
    <Segmented
      label={t("setup.level")}
      narrow={3}
      value={value}
      choices={offers.levels.map(({ level, name }) => ({ value: level, label: capital(say(name)) }))}
      hint={t("setup.levelNoNet")}
      onChange={onChange}
    />
  );
}

export function SetupBasics(part: Part) {
  const { draft, change } = part;
  const engine = draft.with === "engine";
  return (
    <>
      {engine && <Level {...part} />}
      {draft.start.kind !== "record" && <Size {...part} />}
      <ClockEditor label={t("setup.pace")} clock={draft.clock} onChange={clock => change({ clock })} />
      <Rules {...part} />
      {draft.with !== "here" && (
        <Segmented
          label={t("setup.color")}
          value={draft.color}
          choices={[
            { value: "random", label: t("setup.nigiri"), hint: t("setup.nigiriAbout") },
            { value: "black", label: t("setup.iAmBlack") },
            { value: "white", label: t("setup.iAmWhite") },
          ]}
          onChange={color => change({ color })}
        />
      )}
    </>
  );
}
