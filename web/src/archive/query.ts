// What the archive is asked: the filters, in the address and as the server takes them.

import { get } from "../api/client";
import type { GamePage, ListedGame, ListedRecord, RecordPage } from "../api/types";

export type Kind = "games" | "records";

export type Filters = {
  kind: Kind;
  mine: boolean;
  player: string;
  text: string;
  from: string;
  to: string;
  ruleset: string;
  size: string;
  result: string;
};

export const NONE: Filters = {
  kind: "games",
  mine: false,
  player: "",
  text: "",
  from: "",
  to: "",
  ruleset: "",
  size: "",
  result: "",
};

/** The filters of an address. */
export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search);
  const filters = { ...NONE };
  for (const name of ["player", "text", "from", "to", "ruleset", "size", "result"] as const)
    filters[name] = given.get(name) ?? "";
  if (given.get("kind") === "records") filters.kind = "records";
  filters.mine = given.get("mine") === "true";
  return filters;
}

/** The query of an address, without what is not asked for. */
export function writeFilters(filters: Filters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== NONE[name as keyof Filters]) query.set(name, String(value));
  const text = query.toString();
  return text && `?${text}`;
}

/** How many conditions there are. */
export function countFilters(filters: Filters): number {
  const { kind: _, ...conditions } = filters;
  return Object.values(conditions).filter(Boolean).length;
}

/** A row of the list. */
export type Row = { kind: "game"; game: ListedGame } | { kind: "record"; record: ListedRecord };
export type RowPage = { rows: Row[]; next: string | null };

/** Midnight of a day here, in milliseconds since 1970. */
function midnight(day: string, later = 0): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).getTime();
}

/** One page of what the filters find. */
export async function find(filters: Filters, cursor: string | null): Promise<RowPage> {
  const lines = Number(filters.size) || undefined;
  const common = {
    player: filters.player.trim(),
    ruleset: filters.ruleset,
    result: filters.result,
    cols: lines,
    rows: lines,
    mine: filters.mine ? "true" : undefined,
    stones: "true",
    cursor,
  };
  if (filters.kind === "records") {
    const { from, to } = filters;
    const page = await get<RecordPage>("/records", { ...common, text: filters.text.trim(), from, to });
    return { rows: page.records.map(record => ({ kind: "record", record })), next: page.next ?? null };
  }
  const page = await get<GamePage>("/games", {
    ...common,
    state: "done",
    from: midnight(filters.from),
    to: midnight(filters.to, 1),
  });
  return { rows: page.games.map(game => ({ kind: "game", game })), next: page.next ?? null };
}
