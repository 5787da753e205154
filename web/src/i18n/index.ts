// Texts in the language of the page. `zh.json` is the model: every other language has the same keys (i18n.test.ts).
// A third language is one more file and one more line in LANGUAGES.

import { signal } from "@preact/signals";
import type zh from "./zh.json";

/** A text: plain, or by plural category where the language has them (`{ one, other }`, chosen by the parameter `n`). */
type Text = string | { one: string; other: string };
type Tree = { [key: string]: Text | Tree };

/** The dotted path of every text, such as `home.friend`. */
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
export type Key = Paths<typeof zh>;

const LANGUAGES = {
  zh: { tag: "zh-CN", name: "中文", load: () => import("./zh.json") },
  en: { tag: "en", name: "English", load: () => import("./en.json") },
};
export type Lang = keyof typeof LANGUAGES;
export const languages = Object.keys(LANGUAGES) as Lang[];

/** The language of the page. Change it with `setLanguage`. */
export const lang = signal<Lang>("zh");
const texts = signal<Tree>({});

/** The BCP 47 tag of a language, for `lang` attributes and `Intl`. */
export function tag(of: Lang = lang.value): string {
  return LANGUAGES[of].tag;
}

/** What a language calls itself. */
export function languageName(of: Lang): string {
  return LANGUAGES[of].name;
}

/** Loads a language's texts and turns the page to it. */
export async function setLanguage(next: Lang): Promise<void> {
  const loaded = await LANGUAGES[next].load();
  texts.value = loaded.default as unknown as Tree;
  lang.value = next;
  document.documentElement.lang = tag(next);
}

/** The browser's first language that there are texts for. */
export function browserLanguage(): Lang {
  for (const wanted of navigator.languages ?? []) {
    const found = languages.find(one => wanted.toLowerCase().startsWith(one));
    if (found) return found;
  }
  return "en";
}

/** Values for the `{name}` places of a text. */
export type Params = Record<string, string | number>;

/** The text of a key in the page's language. A key that is not there shows itself, so that it is seen. */
export function t(key: Key, params: Params = {}): string {
  const found = key
    .split(".")
    .reduce<Text | Tree | undefined>(
      (node, part) => (typeof node === "object" ? (node as Tree)[part] : undefined),
      texts.value,
    );
  return fill(choose(found, params) ?? key, params);
}

function choose(text: Text | Tree | undefined, params: Params): string | undefined {
  if (text === undefined || typeof text === "string") return text;
  const { one, other } = text as { one?: string; other?: string };
  const singular = new Intl.PluralRules(tag()).select(Number(params.n ?? 0)) === "one";
  return (singular && one) || other;
}

function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? isolated(String(params[name])) : whole,
  );
}

/** Letters that are written from the right, and signs that turn the direction. */
const TURNING = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name written from the right, or with signs that turn the direction, leaves the sentence around it in order. */
const isolated = (text: string): string => (TURNING.test(text) ? `\u2068${text}\u2069` : text);

/** A text the server sent in both languages, in the page's. */
export function say(message: { zh: string; en: string } | null | undefined): string {
  return message?.[lang.value] ?? "";
}

/** The server's words as a whole sentence: with a capital and a full stop, whatever they came with. */
export function sentence(message: { zh: string; en: string } | null | undefined): string {
  return finished(say(message));
}

function finished(text: string): string {
  if (!text) return text;
  if (lang.value === "zh") return /[。！？…；：]”?$/.test(text) ? text : `${text}。`;
  const ended = /[.!?…:]["”)]?$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** A date and time in the page's language. */
export function dateTime(ms: number, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return new Intl.DateTimeFormat(tag(), options).format(ms);
}

/** A whole number in the page's language. */
export function number(n: number): string {
  return new Intl.NumberFormat(tag()).format(n);
}

/** Points or 子 with quarters as fractions: `3.75` → `3¾`, `0.5` → `½`. */
export function fraction(value: string | number): string {
  const x = Math.abs(Number(value));
  const whole = Math.floor(x);
  const part = { 25: "¼", 50: "½", 75: "¾" }[Math.round((x - whole) * 100)] ?? "";
  const sign = Number(value) < 0 ? "−" : "";
  return sign + (whole === 0 && part ? part : whole + part);
}
