// Which games hang on the wall: by size and by rules.

import type { ListedGame } from "../api/types";
import { t } from "../i18n";
import { Select } from "../ui/Field";
import { sizeText } from "../ui/terms";
import type { Sizes, Wish } from "./wall";

export function Filters({
  wish,
  games,
  rulesName,
  onChange,
}: {
  wish: Wish;
  games: readonly ListedGame[];
  rulesName: (id: string) => string;
  onChange: (change: Partial<Wish>) => void;
}) {
  const rules = [...new Set([...games.map(game => game.ruleset), wish.rules])]
    .filter(id => id !== "all")
    .sort();
  const sizes: { value: Sizes; label: string }[] = [
    { value: "all", label: t("watch.allSizes") },
    { value: "19", label: sizeText(19, 19) },
    { value: "13", label: sizeText(13, 13) },
    { value: "9", label: sizeText(9, 9) },
    { value: "other", label: t("watch.otherSizes") },
  ];
  return (
    <div class="watch-filters" role="group" aria-label={t("watch.filters")}>
      <Select
        label={t("watch.size")}
        hideLabel
        value={wish.size}
        options={sizes}
        onChange={size => onChange({ size })}
      />
      <Select
        label={t("watch.rules")}
        hideLabel
        value={wish.rules}
        options={[
          { value: "all", label: t("watch.allRules") },
          ...rules.map(id => ({ value: id, label: rulesName(id) })),
        ]}
        onChange={chosen => onChange({ rules: chosen })}
      />
    </div>
  );
}
