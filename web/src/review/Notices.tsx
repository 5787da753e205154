// What must be known about the record: repairs, an illegal move, unsaved changes.

import type { ComponentChildren } from "preact";
import { say, t } from "../i18n";
import type { Opened } from "./opened";
import type { DraftFound } from "./useDraft";

export function Notices({
  opened,
  draft,
  changed,
  onRepairs,
  onCopy,
  onReload,
}: {
  opened: Opened;
  draft: DraftFound;
  changed: boolean;
  onRepairs: () => void;
  onCopy: () => void;
  onReload?: () => void;
}) {
  const { repairs, illegal } = opened;
  const real = repairs.filter(repair => repair.severity !== "note").length;
  return (
    <div class="review-notices">
      {changed && (
        <Notice text={t("record.changed")}>
          <Button text={t("record.saveCopy")} act={onCopy} />
          {onReload && <Button text={t("record.reload")} act={onReload} />}
        </Notice>
      )}
      {draft.found && (
        <Notice text={t("record.draftFound")}>
          <Button text={t("record.draftRestore")} act={draft.restore} />
          <Button text={t("record.draftDrop")} act={draft.drop} />
        </Notice>
      )}
      {draft.kept && <p class="review-kept">{t("record.draft")}</p>}
      {illegal && <Notice text={t("record.illegal", { why: sentence(say(illegal.text)) })} />}
      {real > 0 && (
        <button type="button" class="review-repaired" onClick={onRepairs}>
          {t("record.repairs", { n: real })}
        </button>
      )}
    </div>
  );
}

/** The server's words at the beginning of a sentence. */
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function Notice({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="review-notice" role="status">
      <p>{text}</p>
      {children}
    </div>
  );
}

function Button({ text, act }: { text: string; act: () => void }) {
  return (
    <button type="button" class="btn" onClick={act}>
      {text}
    </button>
  );
}
