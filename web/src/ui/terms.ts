// The terms of a game in short words: size, komi, time, handicap. For lists, cards and summaries; the long words of a
// time control come from the server.

import { fraction, type Key, say, t } from "../i18n";

/** `19 路`, `19×13`. */
export function sizeText(cols: number, rows: number): string {
  return cols === rows ? t("terms.size", { n: cols }) : t("terms.sides", { cols, rows });
}

/** An amount of points in the unit of the counting: `3¾ 子`, `6½ 目`; in English `7½ (3¾ 子)`, `6½`. */
export function amountText(points: number, zi: boolean): string {
  if (!zi) return t("terms.points", { n: fraction(points) });
  const inZi = t("terms.zi", { n: fraction(points / 2) });
  return say({ zh: inZi, en: `${fraction(points)} (${inZi})` });
}

/** Komi in the unit of the counting: `贴 3¾ 子`, `贴 6½ 目`; in English points, with 子 beside them. */
export function komiText(komi: string | number, zi: boolean): string {
  const points = Number(komi);
  if (points === 0) return t("terms.noKomi");
  return t("terms.komi", { amount: amountText(points, zi) });
}

/** `让 4 子`; nothing for an even game. */
export function handicapText(stones: number): string | null {
  return stones > 1 ? t("terms.handicap", { n: stones }) : null;
}

const LEVELS: Key[] = ["terms.level1", "terms.level2", "terms.level3", "terms.level4", "terms.level5"];

/** The engine's level by its number: `中级`; by rank `5 级`, `3 段`. */
export function levelText(level: number): string {
  const known = LEVELS[level - 1];
  if (known) return t(known);
  if (level > 10 && level <= 30) return t("terms.kyu", { n: 31 - level });
  if (level > 30 && level < 40) return t("terms.dan", { n: level - 30 });
  return t("terms.level", { n: level });
}

const UNITS = { d: 86_400, h: 3600, m: 60, s: 1 };
type Unit = keyof typeof UNITS;

/** A length such as `1h30m` in seconds. */
function seconds(length: string): number {
  let sum = 0;
  for (const [, n, unit] of length.matchAll(/([\d.]+)([dhms])/g)) sum += Number(n) * UNITS[unit as Unit];
  return sum;
}

const WORDS: Record<Unit, Key> = {
  d: "terms.days",
  h: "terms.hours",
  m: "terms.minutes",
  s: "terms.seconds",
};

/** `20 分`, `2 小时`, `3 天`, `1 分 30 秒`. Players say 90 分, but 2 小时. */
export function lengthText(length: string): string {
  let rest = seconds(length);
  if (rest === 0) return t("terms.seconds", { n: 0 });
  const parts: string[] = [];
  const whole = (unit: Unit, from = UNITS[unit]) => {
    const n = Math.floor(rest / UNITS[unit]);
    if (rest < from || n === 0) return;
    rest -= n * UNITS[unit];
    parts.push(t(WORDS[unit], { n }));
  };
  whole("d");
  whole("h", 2 * UNITS.h);
  whole("m");
  if (rest > 0) parts.push(t("terms.seconds", { n: Math.round(rest * 10) / 10 }));
  return parts.join(" ");
}

const L = "((?:[\\d.]+[dhms])+)";

/** The server's compact texts, one line a system; the places of the words in order. */
const FORMS: [form: RegExp, words: Key, places: string[]][] = [
  [/^none$/, "terms.noClock", []],
  [new RegExp(`^${L}$`), "terms.absolute", ["main"]],
  [new RegExp(`^${L}\\+${L}$`), "terms.fischer", ["main", "step"]],
  [new RegExp(`^${L}\\+${L} max ${L}$`), "terms.fischerMax", ["main", "step", "cap"]],
  [new RegExp(`^${L} delay ${L}$`), "terms.delay", ["main", "step"]],
  [new RegExp(`^${L}\\+(\\d+)x${L}$`), "terms.byoYomi", ["main", "count", "step"]],
  [new RegExp(`^(\\d+)x${L}$`), "terms.onlyByoYomi", ["count", "step"]],
  [new RegExp(`^${L} 保留(\\d+)$`), "terms.reading", ["main", "count"]],
  [new RegExp(`^${L}\\+(\\d+)/${L}$`), "terms.canadian", ["main", "count", "step"]],
  [new RegExp(`^(\\d+)/${L}$`), "terms.onlyCanadian", ["count", "step"]],
  [new RegExp(`^${L}/move$`), "terms.perMove", ["step"]],
  [new RegExp(`^${L}\\+(\\d+)x${L} 罚(\\d+)$`), "terms.ing", ["main", "count", "step", "points"]],
  [new RegExp(`^hourglass ${L}$`), "terms.hourglass", ["main"]],
  [new RegExp(`^corr ${L}\\+${L}(?: max ${L})?.*$`), "terms.correspondence", ["main", "step"]],
];

/** A time control in short words, from the server's compact text; the text itself where it is not known. */
export function timeText(text: string): string {
  for (const [form, words, places] of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const params: Record<string, string | number> = {};
    places.forEach((place, index) => {
      const value = found[index + 1]!;
      params[place] = /[dhms]$/.test(value) ? lengthText(value) : Number(value);
    });
    return t(words, params);
  }
  return text;
}

/** Both sides' time where they differ. */
export function timesText(black: string, white: string | null | undefined): string {
  if (!white || white === black) return timeText(black);
  return t("terms.twoTimes", { black: timeText(black), white: timeText(white) });
}
