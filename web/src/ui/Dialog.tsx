// A question or a small form in the middle of the page. Open while mounted; the focus goes back where it was.
//
//   {asked && <Confirm title={t("game.resignAsk")} yes={t("game.resign")} danger onYes={…} onNo={…} />}

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { t } from "../i18n";
import { useModal } from "./useModal";

export function Dialog({
  title,
  onClose,
  children,
  actions,
}: {
  title: string;
  onClose: () => void;
  children?: ComponentChildren;
  /** Buttons, the one that does it last. */
  actions?: ComponentChildren;
}) {
  const ref = useModal(onClose);
  const id = useId();
  return (
    <dialog ref={ref} class="ui-dialog" aria-labelledby={id}>
      <div class="ui-dialog-box">
        <h2 id={id} class="title">
          {title}
        </h2>
        {children}
        {actions && <div class="ui-dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}

/** Yes or no. The focus starts on “no” where yes cannot be taken back. */
export function Confirm({
  title,
  children,
  yes,
  no = t("common.cancel"),
  danger = false,
  onYes,
  onNo,
}: {
  title: string;
  children?: ComponentChildren;
  yes: string;
  no?: string;
  danger?: boolean;
  onYes: () => void;
  onNo: () => void;
}) {
  return (
    <Dialog
      title={title}
      onClose={onNo}
      actions={
        <>
          <button type="button" class="btn" onClick={onNo} autofocus={danger}>
            {no}
          </button>
          <button
            type="button"
            class={danger ? "btn danger" : "btn primary"}
            onClick={onYes}
            autofocus={!danger}
          >
            {yes}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
