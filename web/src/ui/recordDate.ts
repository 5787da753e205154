// Dates as records write them.

import { tag } from "../i18n";

/** Dates as the record has them: whole days in words, several days as a span, others as they are. */
export function recordDate(text: string, dateStyle: "long" | "medium" = "long"): string {
  const days = wholeDays(text);
  const [first, last] = [days?.[0], days?.at(-1)];
  if (!first || !last) return text;
  const format = new Intl.DateTimeFormat(tag(), { dateStyle, timeZone: "UTC" });
  return [...new Set([first, last].map(day => format.format(day)))].join(" – ");
}

/** SGF's list of days: `1963-08-04,05`, `1963-12-31,1964-01-01`; null where one of them is no whole day. */
function wholeDays(text: string): Date[] | null {
  let before = "";
  const days: Date[] = [];
  for (const part of text.split(",")) {
    // What is left out is as in the day before.
    const day = before.slice(0, Math.max(0, 10 - part.length)) + part;
    const date = new Date(`${day}T00:00:00Z`);
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(date.getTime())) return null;
    days.push(date);
    before = day;
  }
  return days;
}
