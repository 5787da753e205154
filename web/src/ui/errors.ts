// Failures in words.

import { ApiError } from "../api/client";
import { type Key, sentence, t } from "../i18n";

/** Failures that the page words itself: the server never answered, or its own words say too little. */
const OWN: Record<string, Key> = {
  network: "errors.network",
  "server.stopping": "ui.restarting",
};

/** One plain sentence for whatever went wrong. */
export function errorText(error: unknown): string {
  const own = OWN[errorCode(error)];
  if (own) return t(own);
  return (error instanceof ApiError && sentence(error.words)) || t("common.error");
}

/** The stable code, for small type and for decisions; `client` for what is no answer of the server. */
export function errorCode(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  return typeof error === "string" ? error : "client";
}
