// Short news: said to screen readers, shown above the action bar or in the side column, never over the board. It stays
// eight seconds, or as long as the pointer or the focus is on it. Rows of buttons at the bottom of a page are marked
// `data-foot`; news stand above those that are beneath them.
//
//   toast(t("game.watchLinkCopied"));
//   toast(t("game.chatLost"), { tone: "warn", action: { text: t("common.retry"), run: send } });

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";
import { assertive, polite } from "./live";

type Options = {
  tone?: "plain" | "ok" | "warn" | "bad";
  action?: { text: string; run: () => void };
};
type Shown = Options & { id: number; text: string };

const SECONDS = 8;
const shown = signal<readonly Shown[]>([]);
let next = 1;

/** Shows news. The same words again replace the old ones. */
export function toast(text: string, options: Options = {}): void {
  const others = shown.value.filter(one => one.text !== text);
  shown.value = [...others.slice(-2), { id: next++, text, ...options }];
  (options.tone === "bad" ? assertive : polite)(text);
}

const dismiss = (id: number) => {
  shown.value = shown.value.filter(one => one.id !== id);
};

function One({ one }: { one: Shown }) {
  const [held, hold] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(one.id), SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [held, one.id]);
  const { action } = one;
  return (
    <li
      class={`ui-toast ${one.tone ?? "plain"}`}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocusIn={() => hold(true)}
      onFocusOut={() => hold(false)}
    >
      {one.tone === "warn" || one.tone === "bad" ? <Icon name="warn" /> : null}
      <span class="grow">{one.text}</span>
      {action && (
        <button
          type="button"
          class="btn quiet"
          onClick={() => {
            dismiss(one.id);
            action.run();
          }}
        >
          {action.text}
        </button>
      )}
      <button
        type="button"
        class="btn quiet icon"
        aria-label={t("common.close")}
        onClick={() => dismiss(one.id)}
      >
        <Icon name="x" />
      </button>
    </li>
  );
}

/** How far from the lower edge of the window news keep clear of the rows at its foot, in pixels. */
function footHeight(left: number, right: number): number {
  const heights = [...document.querySelectorAll("[data-foot]")]
    .map(row => row.getBoundingClientRect())
    .filter(row => row.width > 0 && row.right > left && row.left < right && row.bottom > innerHeight - 120)
    .map(row => innerHeight - row.top);
  return Math.max(0, ...heights);
}

/** Where toasts appear; stands once, in the app. */
export function Toasts() {
  const list = useRef<HTMLUListElement>(null);
  const some = shown.value.length > 0;
  useLayoutEffect(() => {
    const place = () => {
      if (!list.current) return;
      const { left, right } = list.current.getBoundingClientRect();
      list.current.style.setProperty("--foot", `${footHeight(left, right)}px`);
    };
    place();
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [some]);
  if (!some) return null;
  return (
    <ul ref={list} class="ui-toasts">
      {shown.value.map(one => (
        <One key={one.id} one={one} />
      ))}
    </ul>
  );
}
