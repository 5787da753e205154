// Pages give their callbacks as they come, a new function every time; telling them something must not wait for, nor be
// set off by, that.

import { useRef } from "preact/hooks";

/** The same function for as long as the component lives; it calls the newest one given. */
export function useLatest<A extends unknown[]>(
  given: ((...args: A) => void) | undefined,
): (...args: A) => void {
  const latest = useRef(given);
  latest.current = given;
  return useRef((...args: A) => latest.current?.(...args)).current;
}
