// Which field the server refused: it names it at the beginning of the detail, such as `komi: …`.

import { ApiError } from "../api/client";
import type { Problem } from "./draft";

const FIELDS: Record<string, Problem["field"]> = {
  cols: "cols",
  rows: "rows",
  time: "time",
  time_white: "time",
  komi: "komi",
  handicap: "handicap",
  seats: "handicap",
  start: "start",
};

export function serverField(error: unknown): Problem["field"] | null {
  if (!(error instanceof ApiError) || error.code !== "request.field") return null;
  return FIELDS[error.detail?.split(":")[0] ?? ""] ?? null;
}
