// A draft in one line: `19 路 · 中国规则 · 贴 3¾ 子 · 20 分 + 3×30 秒 · 猜先`.

import type { EngineLevel, RulesetLine } from "../api/types";
import { type Key, say, t } from "../i18n";
import { handicapText, komiText, sizeText, timesText } from "../ui/terms";
import { clockText } from "./clocks";
import { countsZi, type Draft, komiPoints } from "./draft";

const COLORS: Record<Draft["color"], Key> = {
  random: "setup.nigiri",
  black: "setup.iAmBlack",
  white: "setup.iAmWhite",
};

/** What the server offers, as far as it has come. */
export type Offers = { rulesets?: readonly RulesetLine[]; levels?: readonly EngineLevel[] };

/** Komi as given, or the ruleset's; nothing in handicap games, where the ruleset speaks. */
function komi(draft: Draft, { rulesets }: Offers): string | null {
  const own = draft.komi.trim() === "" ? null : komiPoints(draft.komi);
  if (own !== null) return komiText(own, countsZi(draft.ruleset));
  if (draft.handicap > 1 || draft.start.kind === "record") return null;
  const usual = rulesets?.find(one => one.id === draft.ruleset)?.komi;
  return usual === undefined ? null : komiText(usual, countsZi(draft.ruleset));
}

/** The level that a draft gets: the one it names, or the one that the server gives instead. */
export function levelOf({ level }: Draft, { levels }: Offers): EngineLevel | undefined {
  return levels?.find(one => one.level === level || one.also.includes(level));
}

/** The parts of the line; empty ones are left out. */
export function summary(draft: Draft, offers: Offers): (string | null)[] {
  const ruleset = offers.rulesets?.find(one => one.id === draft.ruleset);
  const level = levelOf(draft, offers);
  const black = clockText(draft.clock);
  const white = draft.clockWhite && clockText(draft.clockWhite);
  return [
    draft.start.kind === "record" ? t("setup.fromRecord") : sizeText(draft.cols, draft.rows),
    draft.start.kind === "position" ? t("setup.fromPosition") : null,
    draft.with === "engine" ? say(level?.name) : null,
    say(ruleset?.name),
    draft.start.kind === "empty" ? handicapText(draft.handicap) : null,
    komi(draft, offers),
    timesText(black, white),
    draft.with === "here" ? null : t(COLORS[draft.color]),
    draft.private ? t("setup.private") : null,
    draft.rated ? t("setup.rated") : null,
  ];
}

/** The card's line: size, level, time. */
export function shortSummary(draft: Draft, offers: Offers): (string | null)[] {
  const level = levelOf(draft, offers);
  return [
    sizeText(draft.cols, draft.rows),
    draft.with === "engine" ? say(level?.name) : null,
    timesText(clockText(draft.clock), draft.clockWhite && clockText(draft.clockWhite)),
  ];
}
