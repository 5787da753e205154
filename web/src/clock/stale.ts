// Whether the times shown are the server's: not when nothing was heard from it for more than two seconds.

import { effect, signal } from "@preact/signals";
import { link } from "../api/socket";

const PATIENCE_MS = 2000;

/** Nothing was heard from the server for more than two seconds. */
export const stale = signal(false);

const lost = () => link.value.state === "lost" || link.value.attempt > 0;

effect(() => {
  if (!lost()) {
    stale.value = false;
    return;
  }
  const timer = setTimeout(() => {
    stale.value = true;
  }, PATIENCE_MS);
  return () => clearTimeout(timer);
});
