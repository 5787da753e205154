// Every page has one h1. Where the design shows none (the game, the wall), it stands here for screen readers.

import type { ComponentChildren } from "preact";

export function HiddenTitle({ children }: { children: ComponentChildren }) {
  return <h1 class="vh">{children}</h1>;
}
