// Preferences of those with an account: taken over when they sign in, saved there after every change. A guest's stay on
// the device.

import { effect, signal } from "@preact/signals";
import { enter, me, patch } from "../api/client";
import { isRecord, readStored, writeStored } from "../api/stored";
import type { Account } from "../api/types";
import { lang, setLanguage } from "../i18n";
import { type Prefs, prefs, readPrefs, setPrefs } from "./prefs";

/** How the saving stands: nothing to save, on its way, or what went wrong. */
export const saving = signal<"idle" | "busy" | { error: unknown }>("idle");

const REST_MS = 800;
/** The member of the account's preferences that is the web board's. */
const MEMBER = "web";

/** Whose preferences are in force, and as they were last read or saved. */
let owner: string | null = null;
let saved = "";

function ofAccount(account: Account): Partial<Prefs> | null {
  const { preferences } = account;
  const kept = isRecord(preferences) ? preferences[MEMBER] : null;
  return isRecord(kept) ? readPrefs(kept) : null;
}

/** The account's preferences go before the device's; what it does not have is taken from there. */
function takeOver(account: Account): void {
  owner = account.id;
  const kept = ofAccount(account);
  saved = kept ? JSON.stringify({ ...prefs.peek(), ...kept }) : "";
  if (!kept) return;
  setPrefs(kept);
  if (kept.lang && kept.lang !== lang.peek()) void setLanguage(kept.lang);
}

/** Saves what has changed, now. */
export async function save(): Promise<void> {
  const account = me.peek();
  if (!account || account.guest) return;
  const now = JSON.stringify(prefs.peek());
  saving.value = "busy";
  try {
    const preferences = { ...account.preferences, [MEMBER]: prefs.peek() };
    const answer = await patch<Account>("/me", { preferences, lang: prefs.peek().lang });
    saved = now;
    if (me.peek()?.id === answer.id) me.value = answer;
    saving.value = "idle";
  } catch (error) {
    saving.value = { error };
  }
}

/** Remembers on the device that somebody is signed in, so that every page knows without asking the server for others. */
const MARK = "shoutan.signedIn";

function mark(account: Account): void {
  if (account.guest === marked()) writeStored(MARK, !account.guest);
}

const marked = (): boolean => readStored(MARK) === true;

/** Begins to keep account and device alike; called once. */
export function keepInStep(): void {
  // Without a server the page goes on with the device's preferences.
  if (marked()) enter().catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const account = me.value;
    const now = JSON.stringify(prefs.value);
    clearTimeout(timer);
    if (account) mark(account);
    if (!account || account.guest) {
      owner = null;
      return;
    }
    if (owner !== account.id) takeOver(account);
    else if (now === saved) return;
    if (JSON.stringify(prefs.peek()) !== saved) timer = setTimeout(() => void save(), REST_MS);
  });
}
