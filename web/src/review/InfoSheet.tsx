// What the record says about its game, to be changed.

import { t } from "../i18n";
import { Field, TextArea } from "../ui/Field";
import { Sheet } from "../ui/Sheet";
import type { Review } from "./review";

const FIELDS = [
  "GN",
  "EV",
  "RO",
  "PC",
  "DT",
  "PB",
  "BR",
  "PW",
  "WR",
  "KM",
  "HA",
  "RE",
  "RU",
  "SO",
  "AN",
] as const;
const HINTS = {
  DT: "record.fieldHint.DT",
  KM: "record.fieldHint.KM",
  RE: "record.fieldHint.RE",
  HA: "record.fieldHint.HA",
} as const;

export function InfoSheet({ review, onClose }: { review: Review; onClose: () => void }) {
  const tree = review.tree.value;
  const set = (name: string, text: string) => review.edit(old => old.setText(0, name, text), `info ${name}`);
  const hint = (name: string) =>
    Object.hasOwn(HINTS, name) ? t(HINTS[name as keyof typeof HINTS]) : undefined;
  return (
    <Sheet
      title={t("record.infoTitle")}
      onClose={onClose}
      class="review-info"
      foot={
        <button type="button" class="btn primary big grow" onClick={onClose}>
          {t("record.done")}
        </button>
      }
    >
      {FIELDS.map(name => (
        <Field
          key={name}
          label={t(`record.field.${name}`)}
          hint={hint(name)}
          value={tree.text(0, name)}
          maxLength={200}
          onInput={text => set(name, text)}
        />
      ))}
      <TextArea
        label={t("record.field.GC")}
        value={tree.text(0, "GC")}
        rows={5}
        onInput={text => set("GC", text)}
      />
    </Sheet>
  );
}
