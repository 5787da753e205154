// Weekends (Saturday and Sunday, UTC) that a correspondence clock does not charge.

import { DAY } from "./control";

const WEEK = 7 * DAY;
const COUNTED = 5 * DAY;

/** 1970 began on a Thursday: counted from the Monday before, weeks start at multiples of seven days. */
const TO_MONDAY = 3 * DAY;

/** Weekday time up to a moment. */
function counted(moment: number): number {
  const within = (moment + TO_MONDAY) % WEEK;
  return ((moment + TO_MONDAY - within) / WEEK) * COUNTED + Math.min(within, COUNTED);
}

/** The weekday time between two moments. */
export function weekdayTime(from: number, to: number): number {
  return Math.max(0, counted(to) - counted(from));
}

/** Whether a moment falls on a weekend. */
export function isWeekend(moment: number): boolean {
  return (moment + TO_MONDAY) % WEEK >= COUNTED;
}
