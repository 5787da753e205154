// The server's time as this page knows it. Clocks are drawn from it alone: the device's own clock may be wrong or be set
// while a game is played, so it is used only until the server has said something.

import { signal } from "@preact/signals";

/** The server's time when `performance.now()` was 0; null before the first word from it. */
let base: number | null = null;
let bestRoundTrip = Number.POSITIVE_INFINITY;
let bestAt = 0;

/** A measurement is trusted for so long before a slower one may replace it. */
const TRUSTED_MS = 60_000;

/** The last round trip in milliseconds; null before the first. */
export const latency = signal<number | null>(null);

/** How far the device's clock is ahead of the server's, in milliseconds. */
export const clockSkew = signal(0);

/** Now, in milliseconds since 1970, by the server's clock. */
export function serverNow(): number {
  return base === null ? Date.now() : base + performance.now();
}

/** A ping sent at `sent` came back at `back` (both by `performance.now()`) with the server's time. */
export function measured(sent: number, back: number, server: number): void {
  const roundTrip = back - sent;
  latency.value = Math.max(1, Math.round(roundTrip));
  if (roundTrip > bestRoundTrip && back - bestAt < TRUSTED_MS) return;
  bestRoundTrip = roundTrip;
  bestAt = back;
  base = server + roundTrip / 2 - back;
  clockSkew.value = Math.round(Date.now() - serverNow());
}

/** The server has named its time in a frame; good enough until a ping has come back. */
export function heardTime(server: number): void {
  base ??= server - performance.now();
}

/** The page has slept or the line was cut: the next measurement counts whatever it took. */
export function distrust(): void {
  bestRoundTrip = Number.POSITIVE_INFINITY;
}
