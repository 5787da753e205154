// What this browser keeps. Nothing here fails: where storage is blocked, full or spoilt, it is as if nothing was kept.
// Whoever reads checks the shape, for other versions of the page, and other hands, write there too.

type Where = "localStorage" | "sessionStorage";

/** A value of the storage as it was written; undefined where there is none that can be read. */
export function readStored(name: string, where: Where = "localStorage"): unknown {
  try {
    const text = globalThis[where].getItem(name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value; false where this browser keeps nothing, or nothing more. */
export function writeStored(name: string, value: unknown, where: Where = "localStorage"): boolean {
  try {
    globalThis[where].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Whether this browser has a storage at all. */
export function hasStorage(): boolean {
  try {
    return globalThis.localStorage !== null;
  } catch {
    return false;
  }
}

/** Whether a value has members: an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
