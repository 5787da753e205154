// What is counted: a game of the server, or a record of the archive at one of its moves.

import { useLocation, useParams, useSearchParams } from "wouter-preact";
import { enter, get, post } from "../api/client";
import { keepKey, keyOf } from "../api/keys";
import type { Judgement, JudgeRequest, RecordView } from "../api/types";

export type Source = {
  kind: "game" | "record";
  id: string;
  /** The key of a private game. */
  key: string | null;
  /** Of a record; its end without it. */
  move: number | null;
};

/** The source that the page's address names. */
export function useSource(): Source {
  const { id } = useParams<{ id: string }>();
  const [path] = useLocation();
  const [query] = useSearchParams();
  const move = query.get("move");
  const number = move !== null && /^\d{1,5}$/.test(move) ? Number(move) : null;
  if (path.startsWith("/records/")) return { kind: "record", id, key: null, move: number };
  const key = query.get("key");
  if (key) keepKey(id, key);
  return { kind: "game", id, key: key ?? keyOf(id), move: null };
}

/** The count of a source, shown by another ruleset than its own if one is given. */
export async function judge(source: Source, ruleset: string | null): Promise<Judgement> {
  if (source.kind === "game") {
    return get<Judgement>(`/games/${source.id}/judgement`, { key: source.key, ruleset });
  }
  const record = await get<RecordView>(`/records/${source.id}`);
  await enter();
  const request: Partial<JudgeRequest> = { text: record.sgf };
  if (source.move !== null) request.move = source.move;
  if (ruleset) request.show = ruleset;
  return post<Judgement>("/judge", request);
}

const base = ({ kind, id }: Source): string => (kind === "game" ? `/g/${id}` : `/records/${id}`);

/** An address of the source; parameters that are null are left out. */
export function pathTo(
  source: Source,
  page: "" | "/count" | "/lab",
  params: Record<string, string | number | null> = {},
): string {
  const all = { move: source.move, ...params };
  const given = Object.entries(all).filter(([, value]) => value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return base(source) + page + (text ? `?${text}` : "");
}
