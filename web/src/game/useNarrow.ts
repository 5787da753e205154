// Whether the board stands above the panel: on phones, and on tablets held upright. The same condition is in game.css.

import { signal } from "@preact/signals";

const query = matchMedia("(max-width: 599px), (max-width: 900px) and (min-height: 600px)");
const narrow = signal(query.matches);
query.addEventListener?.("change", () => {
  narrow.value = query.matches;
});

export const isNarrow = (): boolean => narrow.value;
