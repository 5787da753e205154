// Unsaved changes, kept on this device.

import { Tree } from "./tree";

export type Draft = {
  sgf: string;
  /** The place that was looked at. */
  place: string;
  name: string;
  /** When it was kept, in milliseconds since 1970. */
  time: number;
};

const PREFIX = "shoutan.record.";

/** Older drafts make room. */
const MOST = 20;

/** The draft of a record; null where there is none. */
export function loadDraft(key: string): { draft: Draft; tree: Tree } | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (!text) return null;
    const draft = JSON.parse(text) as Draft;
    return { draft, tree: Tree.parse(draft.sgf) };
  } catch {
    // Blocked storage, or a draft that cannot be read any more.
    return null;
  }
}

/** Keeps a draft; false where this browser keeps nothing. */
export function keepDraft(key: string, draft: Omit<Draft, "time">): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, time: Date.now() }));
    makeRoom();
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Where nothing is kept, nothing is to be dropped.
  }
}

function makeRoom(): void {
  const keys = Object.keys(localStorage).filter(key => key.startsWith(PREFIX));
  if (keys.length <= MOST) return;
  const time = (key: string) => (JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Draft>).time ?? 0;
  for (const key of keys.sort((a, b) => time(a) - time(b)).slice(0, keys.length - MOST)) {
    localStorage.removeItem(key);
  }
}
