// Preferences: kept on this device, and in the account for those who have one.

import { effect, signal } from "@preact/signals";
import { hasStorage, isRecord, readStored, writeStored } from "../api/stored";
import { browserLanguage, type Lang, lang, languages, setLanguage } from "../i18n";

export type Coordinates = "a1" | "11" | "zh" | "sgf" | "none";

export type Prefs = {
  theme: "auto" | "light" | "dark";
  board: "wood" | "slate" | "ink";
  coordinates: Coordinates;
  /** How a stone is placed: by one tap, by tap and confirmation, or `auto` (confirmed on touch with small cells). */
  placing: "auto" | "tap" | "confirm";
  /** Numbers on the last so many moves; 0 for none. */
  moveNumbers: number;
  /** Volumes from 0 to 1. */
  sound: { stones: number; calls: number; bell: number };
  /** Whether the countdown is spoken, where a voice exists. */
  voice: boolean;
  /** The countdown is said by the screen reader instead, and the page is silent. */
  readerCalls: boolean;
  /** Whether letters and Shift commands work on the board (WCAG 2.1.4). */
  keys: boolean;
  /** Says the moves that put stones in atari. */
  sayAtari: boolean;
  lang: Lang | null;
};

const DEFAULTS: Prefs = {
  theme: "auto",
  board: "wood",
  coordinates: "a1",
  placing: "auto",
  moveNumbers: 0,
  sound: { stones: 0.8, calls: 0.8, bell: 0.8 },
  voice: true,
  readerCalls: false,
  keys: true,
  sayAtari: false,
  lang: null,
};

const STORE = "shoutan.prefs";

type Checks = { [K in keyof Prefs]: (value: unknown) => boolean };

const oneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);
const isSwitch = oneOf(true, false);
const isVolume = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;

const FITS: Checks = {
  theme: oneOf("auto", "light", "dark"),
  board: oneOf("wood", "slate", "ink"),
  coordinates: oneOf("a1", "11", "zh", "sgf", "none"),
  placing: oneOf("auto", "tap", "confirm"),
  moveNumbers: value => Number.isInteger(value) && Number(value) >= 0,
  sound: value => isRecord(value) && isVolume(value.stones) && isVolume(value.calls) && isVolume(value.bell),
  voice: isSwitch,
  readerCalls: isSwitch,
  keys: isSwitch,
  sayAtari: isSwitch,
  lang: oneOf(null, ...languages),
};

/** The preferences in a value that was stored or sent; what this page cannot use is left out. */
export function readPrefs(value: unknown): Partial<Prefs> {
  if (!isRecord(value)) return {};
  const known = Object.entries(FITS).filter(([name, fits]) => fits(value[name]));
  return Object.fromEntries(known.map(([name]) => [name, value[name]]));
}

/** Whether this browser keeps anything; where it does not, preferences last as long as the page. */
export const storageWorks = signal(hasStorage());

export const prefs = signal<Prefs>({ ...DEFAULTS, ...readPrefs(readStored(STORE)) });

/** Changes some preferences, on the page and on the device. */
export function setPrefs(change: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...change };
  storageWorks.value = writeStored(STORE, prefs.value);
}

const darkWanted = matchMedia("(prefers-color-scheme: dark)");
const contrastWanted = matchMedia("(prefers-contrast: more), (forced-colors: active)");
const printed = matchMedia("print");
const systemChanged = signal(0);
for (const query of [darkWanted, contrastWanted, printed]) {
  query.addEventListener?.("change", () => {
    systemChanged.value++;
  });
}

/** The theme in force; paper is light. */
export function themeNow(): "light" | "dark" {
  systemChanged.value;
  const { theme } = prefs.value;
  if (printed.matches) return "light";
  return theme === "auto" ? (darkWanted.matches ? "dark" : "light") : theme;
}

/** Puts language, theme and board into force, now and after every change. */
export async function applyPrefs(): Promise<void> {
  effect(() => {
    const root = document.documentElement;
    root.dataset.theme = themeNow();
    root.dataset.board = contrastWanted.matches ? "ink" : prefs.value.board;
  });
  await setLanguage(prefs.value.lang ?? browserLanguage());
}

/** Turns the page to a language and remembers it. */
export async function chooseLanguage(next: Lang): Promise<void> {
  if (next !== lang.value) await setLanguage(next);
  setPrefs({ lang: next });
}
