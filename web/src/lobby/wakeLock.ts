// Keeps the screen awake while a page waits for somebody.

import { useEffect } from "preact/hooks";

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    // The browser takes it back whenever the page goes out of sight.
    const hold = async () => {
      if (document.hidden || !("wakeLock" in navigator)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (over) await lock.release();
      } catch {
        // Not allowed, or little battery: the screen goes dark as usual.
      }
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", hold);
      lock?.release().catch(() => {});
    };
  }, []);
}
