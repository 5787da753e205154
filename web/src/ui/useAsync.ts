// Loading something for a page: the layout stands at once, grey bars come only after 400 ms.

import { useEffect, useRef, useState } from "preact/hooks";

export type Loaded<T> = {
  /** What came; while it is loaded anew, what came before. */
  data: T | undefined;
  /** What went wrong the last time. */
  error: unknown;
  /** Nothing has come for 400 ms: time for grey bars. */
  slow: boolean;
  /** Loads again, keeping what is there. */
  reload: () => void;
};

/** Runs `load` when `inputs` change or `reload` asks. An answer that comes too late is dropped. */
export function useAsync<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown }>({});
  const [slow, setSlow] = useState(false);
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => current && setSlow(true), 400);
    const finish = (next: { data?: T; error?: unknown }) => {
      clearTimeout(timer);
      if (!current) return;
      setSlow(false);
      setState(before => ({ data: before.data, error: undefined, ...next }));
    };
    latest.current().then(
      data => finish({ data }),
      error => finish({ error }),
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [...inputs, turn]);
  return {
    data: state.data,
    error: state.error,
    slow: slow && state.data === undefined,
    reload: () => setTurn(n => n + 1),
  };
}

/** Calls `run` every so many milliseconds while the page is in sight, and when it comes back into sight. */
export function useEvery(ms: number, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) latest.current();
    };
    const timer = setInterval(tick, ms);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [ms]);
}
