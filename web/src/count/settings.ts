// What the theatre's address says: the step, the side, the way prisoners are counted, other rules.

import { useSearchParams } from "wouter-preact";
import type { Color } from "../board/types";

export type Settings = {
  /** From 1. */
  step: number;
  side: Color;
  tally: boolean;
  rules: string | null;
  /** The address names no step yet: the count begins. */
  fresh: boolean;
};

export type Change = Partial<Omit<Settings, "fresh">>;

export function useSettings(): [Settings, (change: Change) => void, (change: Change) => string] {
  const [query, setQuery] = useSearchParams();
  const settings: Settings = {
    step: Math.max(1, Math.floor(Number(query.get("step"))) || 1),
    side: query.get("side") === "white" ? "white" : "black",
    tally: query.get("prisoners") === "add",
    rules: query.get("rules"),
    fresh: query.get("step") === null,
  };
  const changed = (change: Change): URLSearchParams => {
    const next = { ...settings, ...change };
    const params = new URLSearchParams(query);
    const put = (name: string, value: string | null) =>
      value === null ? params.delete(name) : params.set(name, value);
    put("step", String(next.step));
    put("side", next.side === "white" ? "white" : null);
    put("prisoners", next.tally ? "add" : null);
    put("rules", next.rules);
    return params;
  };
  return [settings, change => setQuery(changed(change), { replace: true }), change => `?${changed(change)}`];
}
