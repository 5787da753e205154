// What was repaired in reading, in words.

import { sentence, t } from "../i18n";
import { Sheet } from "../ui/Sheet";
import type { Opened } from "./opened";

export function RepairsSheet({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const { readAs, repairs, original } = opened;
  return (
    <Sheet
      title={t("record.repairsTitle")}
      onClose={onClose}
      foot={
        original && (
          <a class="btn big grow" href={original} download>
            {t("record.downloadSource")}
          </a>
        )
      }
    >
      {readAs && <p>{t("record.readAs", readAs)}</p>}
      <ul class="review-repairs">
        {repairs.map((repair, index) => (
          <li key={index}>
            <small class="num">{t("record.repairLine", { n: repair.line })}</small>
            {sentence(repair.text)}
          </li>
        ))}
      </ul>
      <p class="ui-hint">{t(original ? "record.repairsKept" : "record.repairsHere")}</p>
    </Sheet>
  );
}
