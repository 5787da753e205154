// The clock in words: digits, the line of overtime, the time when it is asked for, a control explained.

import type { ControlView, Message } from "../api/types";
import { type Key, lang, say, t, tag } from "../i18n";
import { DAY, HOUR, MINUTE, SECOND } from "./control";
import { type MainLine, type Said, type Shown, TENTHS_BELOW } from "./shown";

/** A text given by its key. */
export const saying = ({ key, params }: Said): string => t(key, params);

/** A number in the words of the page's language as it is called out: 五十五; “55” where the voice does that. */
export function numeral(n: number): string {
  const digits = t("clock.numerals");
  if (!digits || n > 99 || n < 0) return String(n);
  const [tens, ones] = [Math.floor(n / 10), n % 10];
  const unit = ones || !tens ? digits[ones]! : "";
  return tens ? (tens > 1 ? digits[tens]! : "") + digits[10]! + unit : unit;
}

/** A number before what it counts: 两分, 两次; a plain one is 二. */
export function quantity(n: number, plain = false): string {
  return n === 2 && !plain ? t("clock.two") : numeral(n);
}

/** `12:41`, `1:02:07`, `8.4`. Always rounded down: never more than there is. */
export function clockDigits(ms: number): string {
  if (ms > 0 && ms < TENTHS_BELOW) return tenths(ms);
  const all = Math.floor(ms / SECOND);
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A period: `24`, `8.4`, and minutes from a minute on. */
export function periodDigits(ms: number): string {
  if (ms >= MINUTE) return clockDigits(ms);
  return ms > 0 && ms < TENTHS_BELOW ? tenths(ms) : String(Math.floor(ms / SECOND));
}

const tenths = (ms: number): string => (Math.floor(ms / 100) / 10).toFixed(1);

/** The number that is shown, with what stands before and after it in small type. */
export type Figure = { before?: string; digits: string; after?: string };

export function figure(line: MainLine): Figure {
  switch (line.kind) {
    case "none":
      return { digits: "–" };
    case "clock":
      return { digits: clockDigits(line.ms) };
    case "period":
      return { digits: periodDigits(line.ms) };
    case "used":
      return { digits: String(line.seconds), after: t("clock.secondsUsed") };
    case "count":
      return { before: t("clock.lastMinute"), digits: String(line.n) };
    case "days":
      return { digits: days(line.ms) };
  }
}

/** The periods left, short enough to stand behind the time: `×3`, `余 3 分`; nothing while main time lasts. */
export function periodsShort({ time, control, state }: Shown): string {
  if (time.current === null || state === "flagged") return "";
  if (control.system === "byo_yomi") return `×${time.periods}`;
  return control.system === "chinese_reading" ? t("clock.reserveShort", { n: time.periods }) : "";
}

function days(ms: number): string {
  const [d, h, m] = [Math.floor(ms / DAY), Math.floor(ms / HOUR) % 24, Math.floor(ms / MINUTE) % 60];
  return d ? t("clock.daysHours", { d, h }) : t("clock.hoursMinutes", { h, m });
}

/** A length as it is said: “12 分 41 秒”, “12 minutes 41 seconds”; whole seconds, rounded down. */
export function spokenLength(ms: number): string {
  const all = Math.floor(ms / SECOND);
  const parts: [number, Key][] = [
    [Math.floor(all / 86_400), "clock.length.days"],
    [Math.floor(all / 3600) % 24, "clock.length.hours"],
    [Math.floor(all / 60) % 60, "clock.length.minutes"],
    [all % 60, "clock.length.seconds"],
  ];
  const said = parts.filter(([n]) => n > 0).map(([n, key]) => t(key, { n }));
  return said.length ? said.join(" ") : t("clock.length.seconds", { n: 0 });
}

/** One player's time as a sentence without its end. */
export function spokenTime({ time, control, line, state }: Shown): string {
  if (state === "flagged") return t("clock.flagged");
  switch (line.kind) {
    case "none":
      return t("clock.unlimited");
    case "used":
    case "count": {
      const gone = spokenLength((line.kind === "used" ? line.seconds : line.n + 50) * SECOND);
      return time.periods <= 1
        ? t("clock.spoken.lastMinute", { gone })
        : t("clock.spoken.reserve", { gone, reserve: t("clock.length.minutes", { n: time.periods }) });
    }
    case "period": {
      const length = spokenLength(line.ms);
      if (control.system === "canadian") return t("clock.spoken.block", { length, n: time.stones });
      if (control.system === "ing") return t("clock.spoken.penalty", { length, n: time.penalty });
      if (control.system === "per_move") return length;
      return t("clock.spoken.period", { length, n: time.periods });
    }
    default:
      return spokenLength(line.ms);
  }
}

/** Both times when they are asked for (Shift T): own first. */
export function spokenTimes(sides: { name: string; shown: Shown }[]): string {
  const said = sides.map(({ name, shown }, index) =>
    t(index === 0 ? "clock.spoken.side" : "clock.spoken.other", { name, time: spokenTime(shown) }),
  );
  return said.join(lang.value === "zh" ? "" : " ");
}

/** A control in one sentence, and in one more where players ask what it means. */
export function explain({ system, words }: Pick<ControlView, "system"> & { words: Message }): string {
  const more: Partial<Record<string, Key>> = {
    chinese_reading: "clock.explain.chineseReading",
    byo_yomi: "clock.explain.byoYomi",
    canadian: "clock.explain.canadian",
    fischer: "clock.explain.fischer",
    delay: "clock.explain.delay",
    ing: "clock.explain.ing",
    per_move: "clock.explain.perMove",
    absolute: "clock.explain.absolute",
  };
  const key = more[system];
  if (lang.value !== "zh") return key ? `${say(words)} ${t(key)}` : say(words);
  // A space stands between 汉字 and digits.
  const spaced = say(words).replace(/(\p{sc=Han})(?=\d)|(\d)(?=\p{sc=Han})/gu, "$& ");
  return key ? spaced + t(key) : spaced;
}

/** Seconds with one decimal where there is one: `0.3`. */
export function shortSeconds(ms: number): string {
  return new Intl.NumberFormat(tag(), { maximumFractionDigits: 1 }).format(ms / SECOND);
}
