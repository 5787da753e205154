// A link to the record, with or without the move that is shown.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { CopyButton } from "../ui/CopyButton";
import { Switch } from "../ui/Field";
import { Sheet } from "../ui/Sheet";
import type { Opened } from "./opened";
import { writePlace } from "./place";
import type { Review } from "./review";
import { titleOf } from "./words";

export function ShareSheet({
  review,
  opened,
  onSave,
  onClose,
}: {
  review: Review;
  opened: Opened;
  onSave: () => void;
  onClose: () => void;
}) {
  const [withMove, setWithMove] = useState(true);
  if (!opened.link) {
    return (
      <Sheet
        title={t("record.shareTitle")}
        onClose={onClose}
        foot={
          <button type="button" class="btn primary big grow" onClick={onSave}>
            {t("record.save")}
          </button>
        }
      >
        <p>{t("record.shareFirst")}</p>
      </Sheet>
    );
  }
  // The move is looked up in what is saved: a variation that is not there cannot be linked to.
  const saved = review.saved.value;
  const place = saved.has(review.at.value) ? writePlace(saved, review.at.value) : "";
  const address = new URL(opened.link, location.origin);
  if (withMove && place) address.searchParams.set("move", place);
  const link = address.href.replaceAll("%2F", "/");
  return (
    <Sheet
      title={t("record.shareTitle")}
      onClose={onClose}
      foot={
        <>
          <CopyButton class="btn primary big grow" text={link} label={t("record.copyLink")} />
          {"share" in navigator && (
            <button
              type="button"
              class="btn big"
              // Closing the system's sheet without sharing is no failure.
              onClick={() => navigator.share({ title: titleOf(saved), url: link }).catch(() => {})}
            >
              {t("record.shareSystem")}
            </button>
          )}
        </>
      }
    >
      <p class="review-link num">{link}</p>
      <Switch label={t("record.shareMove")} checked={withMove} onChange={setWithMove} />
      {review.edited && <p class="ui-hint">{t("record.shareEdited")}</p>}
    </Sheet>
  );
}
