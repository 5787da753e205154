// A stone on its way is only shown as such when the answer takes long enough to be noticed.

import { useEffect, useState } from "preact/hooks";

const NOTICED_MS = 350;

/** The value once it has stood for a while, else null. */
export function useSlow<T>(value: T | null): T | null {
  const [shown, show] = useState<T | null>(null);
  useEffect(() => {
    if (value === null) {
      show(null);
      return;
    }
    const timer = setTimeout(() => show(value), NOTICED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return shown === value ? shown : null;
}
