// The list of a page's keys, each with what it does.

import { type Key, t } from "../i18n";
import { Dialog } from "./Dialog";

export type KeyLine = readonly [keys: string, text: Key];

export function KeysDialog({ lines, onClose }: { lines: readonly KeyLine[]; onClose: () => void }) {
  return (
    <Dialog
      title={t("ui.keys")}
      onClose={onClose}
      actions={
        <button type="button" class="btn primary" onClick={onClose} autofocus>
          {t("common.close")}
        </button>
      }
    >
      <dl class="ui-keys" tabIndex={0} aria-label={t("ui.keys")}>
        {lines.map(([keys, text]) => (
          <div key={text}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p class="sm muted">{t("ui.keysOff")}</p>
    </Dialog>
  );
}
