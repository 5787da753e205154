// A time control as the page reckons with it: the parts of the server's compact text, in milliseconds.

import type { ControlView } from "../api/types";

export type Control =
  | { system: "none" }
  | { system: "absolute"; main: number }
  | { system: "fischer"; main: number; increment: number }
  | { system: "delay"; main: number; delay: number }
  | { system: "byo_yomi"; main: number; periods: number; period: number }
  | { system: "chinese_reading"; total: number; periods: number; period: number }
  | { system: "canadian"; main: number; stones: number; block: number }
  | { system: "per_move"; periods: number; period: number }
  | { system: "ing"; main: number; periods: number; period: number; points: number }
  | { system: "hourglass"; main: number }
  | { system: "correspondence"; main: number; increment: number; freeWeekends: boolean; vacation: number };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const UNITS: Record<string, number> = { d: DAY, h: HOUR, m: MINUTE, s: SECOND };
const LENGTH = "(?:\\d+(?:\\.\\d+)?[dhms])+";

/** A length such as `1h30m` or `1.5s`. */
function length(text: string | undefined): number {
  const parts = (text ?? "").matchAll(/(\d+(?:\.\d+)?)([dhms])/g);
  return [...parts].reduce((sum, [, n, unit]) => sum + Math.round(Number(n) * UNITS[unit!]!), 0);
}

/** The parts of a text by a pattern in which `L` stands for a length and `N` for a number. */
function parts(text: string, pattern: string): (string | undefined)[] {
  const source = pattern.replace(/L/g, `(${LENGTH})`).replace(/N/g, "(\\d+)");
  return new RegExp(`^${source}$`).exec(text)?.slice(1) ?? [];
}

const read = new WeakMap<ControlView, Control>();

/** The parts of a control; each view is read once, for a clock asks with every frame. */
export function parseControl(view: ControlView): Control {
  const known = read.get(view) ?? parse(view);
  read.set(view, known);
  return known;
}

/** The text that the server prints is canonical, so each system has one form. */
function parse({ system, text }: ControlView): Control {
  switch (system) {
    case "absolute": {
      const [main] = parts(text, "L");
      return { system, main: length(main) };
    }
    case "hourglass": {
      const [main] = parts(text, "hourglass L");
      return { system, main: length(main) };
    }
    case "fischer": {
      const [main, increment] = parts(text, "L\\+L(?: max L)?");
      return { system, main: length(main), increment: length(increment) };
    }
    case "delay": {
      const [main, delay] = parts(text, "L delay L");
      return { system, main: length(main), delay: length(delay) };
    }
    case "byo_yomi": {
      const [main, periods, period] = parts(text, "(?:L\\+)?NxL");
      return { system, main: length(main), periods: Number(periods), period: length(period) };
    }
    case "chinese_reading": {
      const [total, reserve] = parts(text, "L 保留N");
      return { system, total: length(total), periods: Number(reserve), period: MINUTE };
    }
    case "canadian": {
      const [main, stones, block] = parts(text, "(?:L\\+)?N/L");
      return { system, main: length(main), stones: Number(stones), block: length(block) };
    }
    case "per_move": {
      const [time] = parts(text, "L/move");
      return { system, periods: 1, period: length(time) };
    }
    case "ing": {
      const [main, periods, period, points] = parts(text, "L\\+NxL 罚N");
      return {
        system,
        main: length(main),
        periods: Number(periods),
        period: length(period),
        points: Number(points),
      };
    }
    case "correspondence": {
      const [main, increment, , weekends, vacation] = parts(
        text,
        "corr L\\+L(?: max L)?( weekends)?(?: vacation L)?",
      );
      return {
        system,
        main: length(main),
        increment: length(increment),
        freeWeekends: weekends !== undefined,
        vacation: length(vacation),
      };
    }
    default:
      return { system: "none" };
  }
}
