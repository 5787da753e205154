// Something that is sent at most once at a time. A second click can come before the page is drawn anew, so what counts
// is not what was drawn.

import { useRef, useState } from "preact/hooks";

export type Busy = {
  busy: boolean;
  /** Begins; false while something is under way. */
  begin: () => boolean;
  end: () => void;
};

export function useBusy(): Busy {
  const [busy, setBusy] = useState(false);
  const inside = useRef(false);
  const turn = (to: boolean) => {
    inside.current = to;
    setBusy(to);
  };
  return {
    busy,
    begin: () => {
      if (inside.current) return false;
      turn(true);
      return true;
    },
    end: () => turn(false),
  };
}
