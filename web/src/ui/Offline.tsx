// Says that the server is out of reach, and finds out when it is back.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, reachable } from "../api/client";
import { t } from "../i18n";
import { Banner } from "./Banner";

/** Whether the browser believes to have a network. */
const network = signal(navigator.onLine);
for (const event of ["online", "offline"]) {
  addEventListener(event, () => {
    network.value = navigator.onLine;
  });
}

/** Asks again after 2, 4, 8 … 30 seconds until the server answers. */
function probe(): () => void {
  let wait = 2000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    wait = Math.min(wait * 2, 30_000);
    get("/levels").catch(() => {
      timer = setTimeout(ask, wait);
    });
  };
  const stop = effect(() => {
    clearTimeout(timer);
    if (reachable.value) wait = 2000;
    else if (network.value) timer = setTimeout(ask, wait);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** The bar under the top bar; stands once, in the page's frame. */
export function OfflineBanner() {
  useEffect(probe, []);
  if (network.value && reachable.value) return null;
  return <Banner>{t(network.value ? "ui.unreachable" : "ui.offline")}</Banner>;
}
