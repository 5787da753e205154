// The time systems of the setup sheet: their numbers, and the compact text that the server reads.

import { isRecord } from "../api/stored";
import type { Key } from "../i18n";

/** A number of a system: its field's name, what it counts, and its bounds. */
export type ClockField = {
  name: FieldName;
  /** `m` minutes, `s` seconds, `d` days, `n` a plain number. */
  unit: "m" | "s" | "d" | "n";
  min: number;
  max: number;
  usual: number;
};

type FieldName =
  | "main"
  | "periods"
  | "period"
  | "reserve"
  | "step"
  | "delay"
  | "moves"
  | "block"
  | "points"
  | "cap";

export type SystemId =
  | "byoYomi"
  | "reading"
  | "fischer"
  | "absolute"
  | "canadian"
  | "perMove"
  | "ing"
  | "delay"
  | "hourglass"
  | "correspondence"
  | "none";

type Numbers = Partial<Record<FieldName, number>>;

type System = {
  id: SystemId;
  fields: readonly ClockField[];
  text: (n: Record<FieldName, number>) => string;
};

const main = (usual: number, min = 1): ClockField => ({ name: "main", unit: "m", min, max: 1440, usual });

export const SYSTEMS: readonly System[] = [
  {
    id: "byoYomi",
    fields: [
      main(20, 0),
      { name: "periods", unit: "n", min: 1, max: 100, usual: 3 },
      { name: "period", unit: "s", min: 1, max: 600, usual: 30 },
    ],
    text: n => `${n.main ? `${n.main}m+` : ""}${n.periods}x${n.period}s`,
  },
  {
    id: "reading",
    fields: [main(60), { name: "reserve", unit: "m", min: 1, max: 60, usual: 5 }],
    text: n => `${n.main}m 保留${n.reserve}`,
  },
  {
    id: "fischer",
    fields: [main(15), { name: "step", unit: "s", min: 1, max: 600, usual: 10 }],
    text: n => `${n.main}m+${n.step}s`,
  },
  { id: "absolute", fields: [main(30)], text: n => `${n.main}m` },
  {
    id: "canadian",
    fields: [
      main(15, 0),
      { name: "moves", unit: "n", min: 1, max: 100, usual: 25 },
      { name: "block", unit: "m", min: 1, max: 120, usual: 10 },
    ],
    text: n => `${n.main ? `${n.main}m+` : ""}${n.moves}/${n.block}m`,
  },
  {
    id: "perMove",
    fields: [{ name: "period", unit: "s", min: 1, max: 3600, usual: 30 }],
    text: n => `${n.period}s/move`,
  },
  {
    id: "ing",
    fields: [
      main(30),
      { name: "periods", unit: "n", min: 1, max: 20, usual: 3 },
      { name: "block", unit: "m", min: 1, max: 60, usual: 5 },
      { name: "points", unit: "n", min: 1, max: 20, usual: 2 },
    ],
    text: n => `${n.main}m+${n.periods}x${n.block}m 罚${n.points}`,
  },
  {
    id: "delay",
    fields: [main(10), { name: "delay", unit: "s", min: 1, max: 120, usual: 5 }],
    text: n => `${n.main}m delay ${n.delay}s`,
  },
  { id: "hourglass", fields: [main(5)], text: n => `hourglass ${n.main}m` },
  {
    id: "correspondence",
    fields: [
      { name: "main", unit: "d", min: 1, max: 60, usual: 3 },
      { name: "step", unit: "d", min: 1, max: 30, usual: 1 },
      { name: "cap", unit: "d", min: 1, max: 60, usual: 7 },
    ],
    text: n => `corr ${n.main}d+${n.step}d max ${n.cap}d`,
  },
  { id: "none", fields: [], text: () => "none" },
];

/** A chosen clock: one of the usual ones, or a system with its numbers. */
export type Clock = {
  pace: PaceId | "custom";
  system: SystemId;
  numbers: Partial<Record<SystemId, Numbers>>;
};

export type PaceId = "quick" | "normal" | "slow" | "days" | "none";

export const PACES: readonly { id: PaceId; label: Key; time: string }[] = [
  { id: "quick", label: "setup.quick", time: "10m" },
  { id: "normal", label: "setup.normal", time: "20m+3x30s" },
  { id: "slow", label: "setup.slow", time: "1h 保留5" },
  { id: "days", label: "setup.days", time: "3d/move" },
  { id: "none", label: "setup.noClock", time: "none" },
];

/** Whether a value that was stored is a clock. */
export function isClock(value: unknown): value is Clock {
  if (!isRecord(value) || !isRecord(value.numbers)) return false;
  const known = SYSTEMS.some(({ id }) => id === value.system);
  const paced = value.pace === "custom" || PACES.some(({ id }) => id === value.pace);
  return known && paced && Object.values(value.numbers).every(isRecord);
}

export const systemOf = (id: SystemId): System => SYSTEMS.find(system => system.id === id)!;

/** The numbers of the chosen system, with the usual ones where none were given. */
export function numbersOf(clock: Clock): Record<FieldName, number> {
  const given = clock.numbers[clock.system] ?? {};
  const fields = systemOf(clock.system).fields.map(field => [field.name, given[field.name] ?? field.usual]);
  return Object.fromEntries(fields) as Record<FieldName, number>;
}

/** The compact text for the server. */
export function clockText(clock: Clock): string {
  const pace = PACES.find(one => one.id === clock.pace);
  return pace ? pace.time : systemOf(clock.system).text(numbersOf(clock));
}

/** The fields of a custom clock whose number is none or out of bounds. */
export function badFields(clock: Clock): ClockField[] {
  if (clock.pace !== "custom") return [];
  const numbers = numbersOf(clock);
  return systemOf(clock.system).fields.filter(({ name, min, max }) => {
    const n = numbers[name];
    return !Number.isInteger(n) || n < min || n > max;
  });
}

/** The clock with another number in its system. */
export function withNumber(clock: Clock, name: FieldName, n: number): Clock {
  const numbers = { ...clock.numbers, [clock.system]: { ...clock.numbers[clock.system], [name]: n } };
  return { ...clock, numbers };
}
