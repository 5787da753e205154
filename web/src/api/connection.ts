// The one WebSocket of a page: opened when somebody wants it, opened again when it breaks, watched by pings.

import { effect, signal } from "@preact/signals";
import { enter, me } from "./client";
import { distrust, heardTime, measured } from "./serverTime";
import { isRecord } from "./stored";
import type { ClientMessage, ServerMessage } from "./types";

/** How the line to the server stands. */
export type Link = {
  state: "idle" | "connecting" | "open" | "lost";
  /** Which try to reconnect this is; 0 while the line holds. */
  attempt: number;
  /** Since when it is lost, by `performance.now()`; null while it holds. */
  since: number | null;
  /** The server has said that it restarts. */
  restarting: boolean;
};

export const link = signal<Link>({ state: "idle", attempt: 0, since: null, restarting: false });

/** What the owner of the connection does with it. */
type Owner = {
  /** Whether the line is needed. */
  wanted(): boolean;
  /** A new line stands: ask again for everything. */
  opened(): void;
  /** A frame has come. */
  frame(frame: ServerMessage): void;
};

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
const PING_EVERY_MS = 10_000;
/** No frame for so long after a ping, and the line is taken for broken. */
const SILENCE_MS = 6_000;
/** The first pings of a line come soon after each other, for a good measure of the server's time. */
const FIRST_PINGS_MS = [0, 400, 1500];

let owner: Owner | null = null;
let socket: WebSocket | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let pulse: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let pings = 0;
/** Lines in a row that broke before they proved good; a server that takes a line and drops it is no reason to hurry. */
let failures = 0;
const sentAt = new Map<number, number>();
/** The account the line was opened for, by id and name. */
let openedFor: string | null = null;
/** A line that was opened after this number was raised is the only one that counts. */
let generation = 0;

function address(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws`;
}

/** Takes the connection over; called once. */
export function own(by: Owner): void {
  owner = by;
  addEventListener("online", hurry);
  addEventListener("offline", () => socket && broken(generation));
  addEventListener("pageshow", event => event.persisted && hurry());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());
  effect(() => {
    const now = whose();
    if (now !== null && openedFor !== null && now !== openedFor) renew();
  });
}

/** The server knows a line by the account, and chat by the name, that it was opened with. */
function whose(): string | null {
  const account = me.value;
  return account && `${account.id} ${account.name}`;
}

/** Opens the line if it is needed and not there. */
export function ensure(): void {
  if (link.value.state === "idle") void open();
}

/** Sends a frame; false when there is no line. */
export function send(message: ClientMessage): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** Opens the line anew, after login, logout, registration or a change of name. */
function renew(): void {
  if (link.value.state === "idle") return;
  openedFor = null;
  hangUp();
  void open();
}

/** The device woke up or is in the network again: no reason to wait any longer. */
function hurry(): void {
  if (link.value.state === "lost") {
    clearTimeout(retry);
    void open();
  } else if (link.value.state === "open") {
    distrust();
    ping();
  }
}

async function open(): Promise<void> {
  // A line that is still being opened is given up for the new one.
  hangUp();
  const mine = generation;
  const before = link.value;
  link.value = { ...before, state: before.attempt > 0 || before.since !== null ? "lost" : "connecting" };
  try {
    // The cookie must be there before the socket is: it says whose the connection is.
    await enter();
    openedFor = whose();
  } catch {
    broken(mine);
    return;
  }
  if (mine !== generation) return;
  const opened = new WebSocket(address());
  socket = opened;
  opened.onopen = () => mine === generation && standing();
  opened.onmessage = event => mine === generation && received(String(event.data));
  opened.onclose = () => broken(mine);
  opened.onerror = () => opened.close();
}

function standing(): void {
  link.value = { state: "open", attempt: 0, since: null, restarting: false };
  distrust();
  pings = 0;
  owner?.opened();
  schedulePing();
}

function received(text: string): void {
  clearTimeout(silence);
  silence = undefined;
  const frame = read(text);
  if (!frame) return;
  if (frame.t === "pong") {
    failures = 0;
    const sent = sentAt.get(frame.n);
    sentAt.clear();
    if (sent !== undefined) measured(sent, performance.now(), frame.now);
    return;
  }
  if (frame.t === "event" || frame.t === "snapshot") heardTime(frame.clock.now);
  if (frame.t === "bye" && frame.code === "restart") link.value = { ...link.value, restarting: true };
  owner?.frame(frame);
}

/** A frame; null where the text is none. */
function read(text: string): ServerMessage | null {
  try {
    const frame: unknown = JSON.parse(text);
    return isRecord(frame) && typeof frame.t === "string" ? (frame as ServerMessage) : null;
  } catch {
    return null;
  }
}

function ping(): void {
  clearTimeout(pulse);
  const n = ++pings;
  sentAt.set(n, performance.now());
  if (!send({ t: "ping", n })) return;
  const mine = generation;
  silence ??= setTimeout(() => broken(mine), SILENCE_MS);
  schedulePing();
}

function schedulePing(): void {
  clearTimeout(pulse);
  pulse = setTimeout(ping, FIRST_PINGS_MS[pings] ?? PING_EVERY_MS);
}

function hangUp(): void {
  generation++;
  clearTimeout(retry);
  clearTimeout(pulse);
  clearTimeout(silence);
  silence = undefined;
  sentAt.clear();
  socket?.close();
  socket = null;
}

function broken(which: number): void {
  if (which !== generation) return;
  hangUp();
  const { attempt, since, restarting } = link.value;
  if (!owner?.wanted()) {
    failures = 0;
    link.value = { state: "idle", attempt: 0, since: null, restarting: false };
    return;
  }
  link.value = { state: "lost", attempt: attempt + 1, since: since ?? performance.now(), restarting };
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 6));
  failures++;
  // Spread out, so that a server that was started again is not met by all at the same moment.
  retry = setTimeout(() => void open(), wait * (0.5 + Math.random()));
}
