// The figures of a result as lines: what is added to which side, in the unit of the rules.

import type { CountTerms, Judgement } from "../api/types";
import type { Color } from "../board/types";
import { fraction, t } from "../i18n";
import type { RulerMark, SumLine, Verdict } from "./stage";

const other = (color: Color): Color => (color === "black" ? "white" : "black");

export const colorName = (color: Color): string => t(`common.${color}`);

/** The colour of stones, in the middle of a sentence. */
export const stoneColor = (color: Color): string => t(`count.adjective.${color}`);

/** An amount with a sign, for lines that add or take away. */
export function signed(n: number): string {
  if (n === 0) return "0";
  return n > 0 ? `+${fraction(n)}` : fraction(n);
}

export function line(label: string, n: number, look?: SumLine["look"]): SumLine {
  return { label, value: fraction(n), look: look ?? (n === 0 ? "off" : undefined) };
}

export function added(label: string, n: number): SumLine {
  return { label, value: signed(n) };
}

/** An amount with its unit: `185 子`, `6½ points`. */
export function withUnit(n: number, unit: string): string {
  if (unit === "zi") return t("count.unit.zi", { x: fraction(n) });
  if (unit === "lu") return t("count.unit.lu", { x: fraction(n) });
  return t("count.unit.point", { x: fraction(n), n: Math.abs(n) <= 1 ? 1 : 2 });
}

/** What the rules add to White beside the count, in points; each its own line. */
type Extra = { label: string; points: number };

export function extrasOf(terms: CountTerms, handicap: number, unit: string): Extra[] {
  const zi = unit === "zi";
  const all: Extra[] = [
    { label: zi ? t("count.line.komiZi") : t("count.line.komi"), points: terms.komi },
    { label: t("count.line.firstPass"), points: terms.extra_komi },
    { label: t("count.line.compensation", { n: handicap }), points: terms.compensation },
    { label: t("count.line.button"), points: terms.sides.white.button - terms.sides.black.button },
    {
      label: t("count.line.penalties"),
      points: terms.sides.white.penalty_gain - terms.sides.black.penalty_gain,
    },
  ];
  return all.filter((extra, index) => index === 0 || extra.points !== 0);
}

/** The lines of a count in 子 below a side's own count, and what it must exceed. */
export function ziLines(judged: Judgement, side: Color): SumLine[] {
  const { terms } = judged.count;
  const sign = side === "black" ? 1 : -1;
  const extras = extrasOf(terms, judged.handicap, "zi");
  return [
    line(t("count.line.base"), terms.base),
    ...extras.map(extra => added(extra.label, (sign * extra.points) / 2)),
    {
      label: t("count.line.threshold"),
      value: withUnit(terms.threshold[side], "zi"),
      look: "total",
    },
  ];
}

/** The lines of a count in points: what White receives, then White's total. */
export function pointLines(judged: Judgement, white: number): SumLine[] {
  const { terms, rules } = judged.count;
  const extras = extrasOf(terms, judged.handicap, rules.unit);
  const sum = white + extras.reduce((all, extra) => all + extra.points, 0);
  return [
    ...extras.map(extra => added(extra.label, extra.points)),
    {
      label: t("count.line.total", { side: colorName("white") }),
      value: withUnit(sum, rules.unit),
      look: "total",
    },
  ];
}

/** White's figure with everything the rules add to it. */
export function whiteWithExtras(judged: Judgement, white: number): number {
  const { terms, rules } = judged.count;
  const extras = extrasOf(terms, judged.handicap, rules.unit);
  return white + extras.reduce((all, extra) => all + extra.points, 0);
}

/** The result in the unit of the rules: `黑胜 ¾ 子`. */
export function resultText(terms: CountTerms, unit: string): string {
  const winner = terms.winner;
  if (!winner) return t("count.result.draw");
  if (terms.margin === 0) return t("count.result.tie", { side: colorName(winner) });
  const amount = Math.abs(terms.margin) / (unit === "zi" ? 2 : 1);
  return t("count.result.win", { side: colorName(winner), x: withUnit(amount, unit) });
}

/** The same margin in the other unit. */
export function otherUnit(terms: CountTerms, unit: string): string {
  if (terms.margin === 0) return "";
  const points = Math.abs(terms.margin);
  const x = unit === "zi" ? withUnit(points, "point") : withUnit(points / 2, "zi");
  return t("count.result.also", { x });
}

export function ziVerdict(judged: Judgement, side: Color): Verdict {
  const { terms } = judged.count;
  const [count, threshold] = [terms.sides[side].total, terms.threshold[side]];
  const base: RulerMark = { value: terms.base, label: `${t("count.line.base")} ${fraction(terms.base)}` };
  const marks = [
    ...(terms.base === threshold ? [] : [base]),
    { value: threshold, label: t("count.ruler.threshold", { x: fraction(threshold) }) },
    { value: count, label: `${colorName(side)} ${fraction(count)}`, strong: true },
  ];
  const key = count > threshold ? "more" : count < threshold ? "less" : "equal";
  const params = { side: colorName(side), x: fraction(count), y: fraction(threshold) };
  return verdict(judged, marks, t(`count.ruler.${key}`, params));
}

export function pointVerdict(judged: Judgement, black: number, white: number): Verdict {
  const winner = black >= white ? "black" : "white";
  const marks = [
    { value: black, label: `${colorName("black")} ${fraction(black)}`, strong: winner === "black" },
    { value: white, label: `${colorName("white")} ${fraction(white)}`, strong: winner === "white" },
  ];
  const [more, less] = winner === "black" ? [black, white] : [white, black];
  const params = {
    side: colorName(winner),
    other: colorName(other(winner)),
    x: fraction(more),
    y: fraction(less),
  };
  return verdict(judged, marks, t(more === less ? "count.ruler.same" : "count.ruler.against", params));
}

function verdict(judged: Judgement, ruler: RulerMark[], rulerText: string): Verdict {
  const { terms, rules } = judged.count;
  return { seal: resultText(terms, rules.unit), also: otherUnit(terms, rules.unit), ruler, rulerText };
}
