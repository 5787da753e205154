// What the filters find, page by page. An answer to filters that were changed since is dropped.

import { useEffect, useState } from "preact/hooks";
import { enter } from "../api/client";
import { type Filters, find, type Row } from "./query";

export type Found = {
  /** Null until the first answer. */
  rows: readonly Row[] | null;
  /** Where the next page begins. */
  next: string | null;
  error: unknown;
  /** Nothing has come for a while. */
  slow: boolean;
  more: () => void;
  retry: () => void;
};

/** Typing is over after this many milliseconds. */
const PAUSE = 250;

type State = Pick<Found, "rows" | "next" | "error">;

export function useList(filters: Filters): Found {
  const [state, setState] = useState<State>({ rows: null, next: null, error: null });
  const [slow, setSlow] = useState(false);
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify(filters);
  useEffect(() => {
    let current = true;
    const put = (change: (old: State) => State) => current && setState(change);
    const late = setTimeout(() => setSlow(true), PAUSE + 400);
    const timer = setTimeout(async () => {
      try {
        if (filters.mine) await enter();
        const page = await find(filters, null);
        put(() => ({ ...page, error: null }));
      } catch (error) {
        put(old => ({ ...old, error }));
      }
      clearTimeout(late);
      if (current) setSlow(false);
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
      clearTimeout(late);
    };
  }, [asked, turn]);
  const more = async () => {
    const from = state.next;
    try {
      const page = await find(filters, from);
      // The filters may have been changed while it came.
      setState(old =>
        old.next === from ? { ...page, rows: [...(old.rows ?? []), ...page.rows], error: null } : old,
      );
    } catch (error) {
      setState(old => ({ ...old, error }));
    }
  };
  return { ...state, slow, more, retry: () => setTurn(turn + 1) };
}
