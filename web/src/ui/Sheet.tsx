// A sheet from the right; on phones it takes the whole height and width. Open while mounted.
//
//   {open && <Sheet title={…} onClose={() => setOpen(false)} foot={<button …/>}>…</Sheet>}

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";
import { useModal } from "./useModal";

export function Sheet({
  title,
  onClose,
  children,
  foot,
  class: name = "",
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Stays at the bottom while the rest scrolls. */
  foot?: ComponentChildren;
  class?: string;
}) {
  const ref = useModal(onClose);
  const id = useId();
  return (
    <dialog ref={ref} class={`ui-sheet ${name}`} aria-labelledby={id}>
      <div class="ui-sheet-box">
        <header class="ui-sheet-head">
          <h2 id={id} class="title">
            {title}
          </h2>
          <button type="button" class="btn quiet icon" aria-label={t("common.close")} onClick={onClose}>
            <Icon name="x" />
          </button>
        </header>
        <div class="ui-sheet-body" tabIndex={-1}>
          {children}
        </div>
        {foot && <footer class="ui-sheet-foot">{foot}</footer>}
      </div>
    </dialog>
  );
}
