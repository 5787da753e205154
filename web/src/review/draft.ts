// Unsaved changes, kept on this device.

import { isRecord, readStored, writeStored } from "../api/stored";
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
  const draft = readStored(PREFIX + key);
  if (!isDraft(draft)) return null;
  try {
    return { draft, tree: Tree.parse(draft.sgf) };
  } catch {
    // A draft that cannot be read any more.
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  if (!isRecord(value)) return false;
  return [value.sgf, value.place, value.name].every(text => typeof text === "string");
}

/** Keeps a draft; false where this browser keeps nothing. */
export function keepDraft(key: string, draft: Omit<Draft, "time">): boolean {
  const kept = writeStored(PREFIX + key, { ...draft, time: Date.now() });
  if (kept) makeRoom();
  return kept;
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
  const time = (key: string) => {
    const draft = readStored(key);
    return isRecord(draft) && typeof draft.time === "number" ? draft.time : 0;
  };
  for (const key of keys.sort((a, b) => time(a) - time(b)).slice(0, keys.length - MOST)) {
    localStorage.removeItem(key);
  }
}
