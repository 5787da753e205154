// Nothing to show: one sentence, one button, an empty corner of a board.

import type { ComponentChildren } from "preact";

export function Empty({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="ui-empty">
      <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <path d="M10.500 64V10.500H64M24.500 64V10.500M38.500 64V10.500M52.500 64V10.500M10.500 24.500H64M10.500 38.500H64M10.500 52.500H64" />
        <circle cx="52.500" cy="52.500" r="2.500" />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  );
}
