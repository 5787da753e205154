// What the server offers, asked for once a page.

import { get } from "./client";
import type { EngineLevel, RulesetLine } from "./types";

/** Asks once; after a failure the next caller asks again. */
function once<T>(path: string): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= get<T>(path).catch(error => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

/** All rulesets, the usual ones first. */
export const rulesets = once<RulesetLine[]>("/rulesets");

/** The engine's levels, the weakest first. */
export const levels = once<EngineLevel[]>("/levels");
