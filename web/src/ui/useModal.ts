// What sheets and dialogs have in common: a native modal <dialog>. The browser makes the rest of the page inert, keeps
// the focus inside, and gives it back at the end.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Opens the dialog while the component is mounted. Esc and a press beside it call `onClose`. */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const dialog = ref.current!;
    const before = document.activeElement;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    // A press that begins on the dialog itself, not on its content, is one on the backdrop.
    const onPress = (event: Event) => {
      if (event.target === dialog) close.current();
    };
    dialog.addEventListener("cancel", onCancel);
    dialog.addEventListener("pointerdown", onPress);
    dialog.showModal();
    return () => {
      dialog.removeEventListener("cancel", onCancel);
      dialog.removeEventListener("pointerdown", onPress);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}
