// HTTP: one function per verb; an answer that is not 2xx is thrown as an ApiError with the server's code and words.

import { signal } from "@preact/signals";
import { alone } from "./alone";
import type { Account, ErrorBody } from "./types";

/** What the server refused, or `network` when it could not be reached. */
export class ApiError extends Error {
  constructor(
    /** A stable code such as `illegal.ko`; `network` when there was no answer. */
    readonly code: string,
    /** In words, in both languages; none for `network`. */
    readonly words: { zh: string; en: string } | null,
    /** The HTTP status, 0 for `network`. */
    readonly status: number,
    /** The place, where the server names one. */
    readonly detail: string | null = null,
  ) {
    super(code);
  }
}

const BASE = "/api/v1";

/** Whether the last request was answered at all. */
export const reachable = signal(true);

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    reachable.value = false;
    throw new ApiError("network", null, 0);
  }
  // A gateway in front answers in place of a server that is not there.
  reachable.value = answer.status !== 502 && answer.status !== 504;
  if (!answer.ok) throw await refusal(answer);
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status === 204) return undefined as T;
  return (type.includes("json") ? answer.json() : answer.text()) as Promise<T>;
}

async function refusal(answer: Response): Promise<ApiError> {
  try {
    const { error } = (await answer.json()) as ErrorBody;
    return new ApiError(error.code, error.message, answer.status, error.detail ?? null);
  } catch {
    // A proxy's own page, or a server that is just going down.
    return new ApiError("network", null, answer.status);
  }
}

/** Asks for something. `query` members that are null, undefined or "" are left out. */
export function get<T>(
  path: string,
  query: Record<string, string | number | null | undefined> = {},
): Promise<T> {
  const given = Object.entries(query).filter(([, v]) => v !== null && v !== undefined && v !== "");
  const text = new URLSearchParams(given.map(([k, v]) => [k, String(v)])).toString();
  return request<T>("GET", text ? `${path}?${text}` : path);
}

/** Does something. */
export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return request<T>("POST", path, body);
}

/** Puts something in the place of what is there. */
export function put<T>(path: string, body: unknown): Promise<T> {
  return request<T>("PUT", path, body);
}

/** Changes something. */
export function patch<T>(path: string, body: unknown): Promise<T> {
  return request<T>("PATCH", path, body);
}

/** Removes something. */
export function remove<T>(path: string): Promise<T> {
  return request<T>("DELETE", path);
}

/** Who is in, as far as it is known. */
export const me = signal<Account | null>(null);

let entering: Promise<Account> | null = null;

/** The account of this browser; a guest is made if there is none yet, and one only, however many tabs are opened. */
export function enter(): Promise<Account> {
  // Whoever has a session is answered with the own account.
  entering ??= alone("shoutan.enter", () => post<Account>("/guest"))
    .then(account => {
      me.value = account;
      return account;
    })
    .catch(error => {
      entering = null;
      throw error;
    });
  return entering;
}

/** Forgets who is in, after login, logout or registration. */
export function forget(): void {
  entering = null;
  me.value = null;
}
