// The line for a typed move: `Q16`, `16-4`, `16．四`, `pd`. The board opens it at the first letter or digit; a page
// that shows it in its own status row gives the board `onType` and renders this.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { assertive } from "../ui/live";
import { prefs } from "../ui/prefs";
import { formatPoint, parsePoint } from "./points";
import type { Point, Size } from "./types";

type Props = {
  /** What was typed to open it. */
  first: string;
  size: Size;
  onPoint: (point: Point) => void;
  /** Given where a pass can be typed (`pass`, 停一手). */
  onPass?: () => void;
  /** The line closes, before anything is played; the page gives the focus back to the board. */
  onClose: () => void;
};

const PASS = /^(pass|停一手|停|虚手|虚着)$/i;

export function TypedMove({ first, size, onPoint, onPass, onClose }: Props) {
  const [text, setText] = useState(first);
  const [wrong, setWrong] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(first.length, first.length);
  }, [first]);

  const example = formatPoint(starLike(size), size, prefs.value.coordinates);
  const enter = (event: Event) => {
    event.preventDefault();
    const point = parsePoint(text, size);
    const pass = onPass && PASS.test(text.trim());
    if (point === null && !pass) {
      const words = t("board.typedWrong", { text: text.trim(), example });
      setWrong(words);
      assertive(words);
      return;
    }
    onClose();
    if (point !== null) onPoint(point);
    else onPass?.();
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    // While an input method composes, Esc belongs to it.
    if (event.key === "Escape" && !event.isComposing) onClose();
  };
  return (
    <form class="bd-typed" onSubmit={enter}>
      <input
        ref={input}
        class="field num"
        value={text}
        aria-label={t("board.typed")}
        aria-describedby="bd-typed-hint"
        aria-invalid={wrong !== ""}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={12}
        onInput={event => {
          setText(event.currentTarget.value);
          setWrong("");
        }}
        onKeyDown={key}
        onBlur={onClose}
      />
      <span id="bd-typed-hint" class={wrong ? "sm bd-wrong" : "sm muted"}>
        {wrong || t("board.typedHint")}
      </span>
    </form>
  );
}

/** A point for the example: the upper right star, or the middle of a small board. */
function starLike({ cols, rows }: Size): Point {
  const line = (n: number) => (n < 7 ? Math.floor(n / 2) : 3);
  return line(rows) * cols + cols - 1 - line(cols);
}
