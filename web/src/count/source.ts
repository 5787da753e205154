// What is counted: a game of the server, or a record of the archive at one of its moves.

import { useLocation, useParams, useSearchParams } from "wouter-preact";
import { enter, get, post } from "../api/client";
import { keepKey, keyOf } from "../api/keys";
import type { Judgement, JudgeRequest, RecordView } from "../api/types";
import { isPlace, lineTo } from "./line";

export type Source = {
  kind: "game" | "record";
  id: string;
  /** The key of a private game. */
  key: string | null;
  /** A place in a record's tree, such as `87` or `87/1/5`; the end of the main line without it. */
  move: string | null;
};

/** The source that the page's address names. */
export function useSource(): Source {
  const { id } = useParams<{ id: string }>();
  const [path] = useLocation();
  const [query] = useSearchParams();
  const move = query.get("move");
  if (path.startsWith("/records/"))
    return { kind: "record", id, key: null, move: move !== null && isPlace(move) ? move : null };
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
  const { move } = source;
  const request: Partial<JudgeRequest> = {};
  if (move?.includes("/")) request.text = lineTo(record.tree.nodes, move);
  else {
    request.text = record.sgf;
    if (move !== null) request.move = Number(move);
  }
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
  return base(source) + page + (text ? `?${text.replaceAll("%2F", "/")}` : "");
}
