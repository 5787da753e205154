// What holds for the whole source: who may use whom, no file too long, no text, class or colour without use or name.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import zh from "./i18n/zh.json";

const ROOT = join(process.cwd(), "src");

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

type File = { name: string; text: string };

const all: File[] = filesOf(ROOT).map(path => ({
  name: relative(ROOT, path).replaceAll("\\", "/"),
  text: readFileSync(path, "utf8"),
}));
const sources = all.filter(
  ({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith(".d.ts"),
);
const styles = all.filter(({ name }) => name.endsWith(".css"));

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
const code = sources.map(({ text }) => withoutComments(text)).join("\n");

/** Folders that everybody may use, each with those it may use itself. */
const SHARED: Record<string, string[]> = {
  i18n: [],
  api: ["i18n", "board"],
  ui: ["i18n", "api", "board"],
  board: ["i18n", "api", "ui"],
  clock: ["i18n", "api", "ui", "board"],
};

function imported({ name, text }: File): string[] {
  const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path]) => path!);
  const found = paths.map(path => relative(ROOT, join(ROOT, dirname(name), path)).replaceAll("\\", "/"));
  // What is generated beside the source belongs to nobody's folder.
  return found.filter(path => !path.startsWith("../"));
}

describe("the source", () => {
  it("has pages that know the shared folders and themselves alone", () => {
    const wrong = sources.flatMap(file => {
      const [folder, ...rest] = file.name.split("/");
      if (rest.length === 0) return [];
      const allowed = [folder, ...(SHARED[folder!] ?? Object.keys(SHARED))];
      // What is beside the source, such as the generated types, belongs to whoever names it.
      const inside = imported(file).filter(path => !path.startsWith("../"));
      const others = inside.filter(path => !allowed.includes(path.split("/")[0]));
      return others.map(path => `${file.name} imports ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it("has no file beyond 410 lines", () => {
    const long = [...sources, ...styles].filter(({ text }) => text.split("\n").length > 411);
    expect(long.map(({ name }) => name)).toEqual([]);
  });

  it("says nothing but through the texts", () => {
    const chinese = sources
      .filter(({ name }) => !/^(i18n|learn\/lessons|board\/points|board\/speech)/.test(name))
      .flatMap(({ name, text }) =>
        [...withoutComments(text).matchAll(/>[^<>{}"`=;()]*[\u4e00-\u9fff]+[^<>{}]*</g)].map(
          ([found]) => `${name}: ${found}`,
        ),
      );
    // The name stands in both languages.
    expect(chinese).toEqual(["ui/TopBar.tsx: >手谈<"]);
  });
});

function keysOf(tree: object, path = ""): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? keysOf(value, `${path}${name}.`) : [path + name],
  );
}

/** Everything between quotes that can be a key, and what a template can become. */
function usedKeys(): { whole: Set<string>; made: RegExp[] } {
  const whole = new Set([...code.matchAll(/["'`]([\w]+(?:\.[\w]+)+)["'`]/g)].map(([, key]) => key!));
  const made = [...code.matchAll(/`([\w]+\.[^`\s]*\$\{[^`]*)`/g)].map(([, text]) => {
    const parts = text!.split(/\$\{[^}]*\}/).map(part => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join("[\\w.]+")}$`);
  });
  return { whole, made };
}

describe("the texts", () => {
  it("are all used", () => {
    const { whole, made } = usedKeys();
    const unused = keysOf(zh).filter(key => !whole.has(key) && !made.some(form => form.test(key)));
    expect(unused).toEqual([]);
  });
});

describe("the styles", () => {
  const page = code + readFileSync(join(process.cwd(), "index.html"), "utf8");

  it("have no class that nothing wears", () => {
    const unused = styles.flatMap(({ name, text }) => {
      const rules = withoutComments(text).replace(/url\([^)]*\)|"[^"]*"/g, "");
      const classes = new Set([...rules.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, found]) => found!));
      return [...classes].filter(one => !isWorn(one, page)).map(one => `${name}: .${one}`);
    });
    expect(unused).toEqual([]);
  });

  it("take their colours from the tokens", () => {
    // Paper is always white and ink always black: the print rules say so themselves.
    const raw = styles
      .filter(({ name }) => name !== "ui/tokens.css")
      .flatMap(({ name, text }) => {
        const rules = withoutComments(text).replace(/@media print\s*\{(?:[^{}]*\{[^}]*\})*[^}]*\}/g, "");
        return [...rules.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi)].map(
          ([found]) => `${name}: ${found}`,
        );
      });
    expect(raw).toEqual([]);
  });
});

/** A class by its whole name, or made of a name and a value: `review-tree-${look}`. */
function isWorn(name: string, page: string): boolean {
  if (new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(page)) return true;
  const stem = name.slice(0, name.lastIndexOf("-") + 1);
  return stem !== "" && page.includes(`${stem}\${`);
}
