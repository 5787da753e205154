// How a game ended, in words, from SGF's short form: `B+1.5`, `W+R`, `0`, `Void`.

import { fraction, type Key, say, t } from "../i18n";

export type ResultTerms = {
  /** The ruleset's id; under Chinese rules the winner is ahead by so many 子. */
  ruleset?: string | null;
  /** The margin is in points as the server counts. Records from elsewhere write 子 in quarters, and otherwise may mean either. */
  counted?: boolean;
};

/** The rulesets that count in 子. */
const ZI = new Set(["chinese", "chinese1988", "rangxian"]);

/** Whether results and komi are given in 子 under a ruleset. */
export const countsInZi = (ruleset: string | null | undefined): boolean => ZI.has(ruleset ?? "");

const HOW: Record<string, Key> = {
  R: "result.resignation",
  RESIGN: "result.resignation",
  T: "result.time",
  TIME: "result.time",
  F: "result.forfeit",
  FORFEIT: "result.forfeit",
  "": "result.wins",
};

const WHOLE: Record<string, Key> = {
  "0": "result.draw",
  DRAW: "result.draw",
  JIGO: "result.draw",
  VOID: "result.none",
};

/** `黑胜 ¾ 子`, `白中盘胜`, `和棋`; a text that is in no known form is shown as it is, and "" where nothing is known. */
export function resultText(result: string | null | undefined, terms: ResultTerms = {}): string {
  const text = (result ?? "").trim();
  if (text === "" || text === "?") return "";
  const whole = WHOLE[text.toUpperCase()];
  if (whole) return t(whole);
  const found = /^([BW])\+(.*)$/i.exec(text);
  if (!found) return text;
  const winner = t(found[1]!.toUpperCase() === "B" ? "common.black" : "common.white");
  const how = found[2]!.trim().toUpperCase();
  if (how in HOW) return t(HOW[how]!, { winner });
  return marginText(winner, how, terms) ?? text;
}

function marginText(winner: string, how: string, { ruleset, counted }: ResultTerms): string | null {
  if (!/^\d+(\.\d+)?$/.test(how)) return null;
  const margin = Number(how);
  const isZi = /\.[27]5$/.test(how);
  if (!isZi && !(counted && countsInZi(ruleset)))
    return t("result.margin", { winner, margin: points(margin) });
  const zi = isZi ? margin : margin / 2;
  const zh = t("terms.zi", { n: fraction(zi) });
  return t("result.margin", { winner, margin: say({ zh, en: `${zh} (${points(zi * 2)})` }) });
}

const points = (n: number): string => t("result.points", { n, points: fraction(n) });
