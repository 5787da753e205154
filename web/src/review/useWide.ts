// Whether the window has room for two columns.

import { useEffect, useState } from "preact/hooks";

export function useWide(): boolean {
  const [query] = useState(() => matchMedia("(min-width: 901px)"));
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const look = () => setWide(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [query]);
  return wide;
}
