// The columns of the rules laboratory: what a cell says, whether it differs, and which terms stand behind it.

import type { CountTerms, LabDifference, LabRow } from "../api/types";
import { fraction, t } from "../i18n";
import { resultText, withUnit } from "./figures";

export const COLUMNS = ["result", "area", "prisoners", "komi", "returned", "extra"] as const;
export type Column = (typeof COLUMNS)[number];

/** The differences that a column stands for; the result stands for all. */
const TERMS: Record<Exclude<Column, "result">, string[]> = {
  area: ["board", "seki_eyes", "unfilled"],
  prisoners: ["board", "pass_stones"],
  komi: ["komi", "first_pass"],
  returned: ["compensation"],
  extra: ["group_tax", "pass_stones", "button", "penalties", "first_pass"],
};

export function differencesOf(row: LabRow, column: Column): LabDifference[] {
  if (column === "result") return row.differences;
  return row.differences.filter(({ term }) => TERMS[column].includes(term));
}

/** What a cell says. */
export function cellText(row: LabRow, column: Column): string {
  const { terms, rules } = row;
  if (!terms) return column === "result" ? t("lab.illegal") : t("lab.none");
  switch (column) {
    case "result":
      return resultText(terms, rules.unit);
    case "area":
      return areaText(row, terms);
    case "prisoners":
      return rules.scoring === "territory"
        ? versus(held(terms, "black"), held(terms, "white"))
        : t("lab.none");
    case "komi":
      return amountText(terms.komi + terms.extra_komi, rules.unit);
    case "returned":
      return terms.compensation === 0 ? t("lab.none") : amountText(terms.compensation, rules.unit);
    case "extra":
      return extraText(terms);
  }
}

const versus = (black: number, white: number): string =>
  t("lab.versus", { black: fraction(black), white: fraction(white) });

function held({ sides }: CountTerms, side: "black" | "white"): number {
  const { prisoners, dead_taken, pass_stones } = sides[side];
  return prisoners + dead_taken + pass_stones;
}

/** Points on the board: both sides', or Black's alone where one side is counted in 子. */
function areaText({ rules }: LabRow, { sides }: CountTerms): string {
  const { black, white } = sides;
  if (rules.scoring === "territory") return versus(black.territory, white.territory);
  return rules.unit === "zi" ? fraction(black.count) : versus(black.count, white.count);
}

function amountText(points: number, unit: string): string {
  if (points === 0) return "0";
  return unit === "zi" ? withUnit(points / 2, "zi") : withUnit(points, unit);
}

function extraText({ sides, extra_komi }: CountTerms): string {
  const { black, white } = sides;
  const parts: string[] = [];
  if (black.tax + white.tax > 0) parts.push(t("lab.extra.tax", { black: black.tax, white: white.tax }));
  if (black.pass_stones + white.pass_stones > 0) {
    parts.push(t("lab.extra.passes", { black: black.pass_stones, white: white.pass_stones }));
  }
  if (black.button !== white.button) parts.push(t("lab.extra.button"));
  if (extra_komi !== 0) parts.push(t("lab.extra.first", { x: fraction(extra_komi) }));
  if (black.penalty_gain + white.penalty_gain !== 0) {
    const paid = { black: fraction(white.penalty_gain), white: fraction(black.penalty_gain) };
    parts.push(t("lab.extra.penalty", paid));
  }
  return parts.join(" ") || t("lab.none");
}

/** Whether a cell says something else than the game's own ruleset, reckoned in points. */
export function differs(own: LabRow, row: LabRow, column: Column): boolean {
  if (row.own || !row.terms || !own.terms) return false;
  const figures = (terms: CountTerms, scoring: string): string => {
    const { black, white } = terms.sides;
    switch (column) {
      case "result":
        return "";
      case "area":
        return scoring === "territory"
          ? `${black.territory} ${white.territory} territory`
          : `${black.count} ${own.terms!.sides.white.count === white.count ? "" : white.count}`;
      case "prisoners":
        return scoring === "territory" ? `${held(terms, "black")} ${held(terms, "white")}` : "";
      case "komi":
        return String(terms.komi + terms.extra_komi);
      case "returned":
        return String(terms.compensation);
      case "extra":
        return extraText(terms);
    }
  };
  return figures(own.terms, own.rules.scoring) !== figures(row.terms, row.rules.scoring);
}
