// The filters of the archive; in the column beside the list, or in a sheet on phones.

import { get } from "../api/client";
import type { RulesetLine } from "../api/types";
import { say, t } from "../i18n";
import { Field, Select, Switch } from "../ui/Field";
import { useAsync } from "../ui/useAsync";
import { countFilters, type Filters, NONE } from "./query";

export function FilterForm({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const rulesets = useAsync(() => get<RulesetLine[]>("/rulesets"), []);
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change });
  return (
    <div class="archive-filters">
      <Switch label={t("archive.mine")} checked={filters.mine} onChange={mine => set({ mine })} />
      <Field
        label={t("archive.player")}
        type="search"
        maxLength={60}
        value={filters.player}
        onInput={player => set({ player })}
      />
      {filters.kind === "records" && (
        <Field
          label={t("archive.text")}
          type="search"
          maxLength={60}
          value={filters.text}
          onInput={text => set({ text })}
        />
      )}
      <div class="archive-dates">
        <Field label={t("archive.from")} type="date" value={filters.from} onInput={from => set({ from })} />
        <Field label={t("archive.to")} type="date" value={filters.to} onInput={to => set({ to })} />
      </div>
      <Select
        label={t("archive.rules")}
        value={filters.ruleset}
        options={[
          { value: "", label: t("archive.anyRules") },
          ...(rulesets.data ?? []).map(({ id, name }) => ({ value: id, label: say(name) })),
        ]}
        onChange={ruleset => set({ ruleset })}
      />
      <Select
        label={t("archive.size")}
        value={filters.size}
        options={["", "19", "13", "9"].map(value => ({
          value,
          label: value === "" ? t("archive.anySize") : t("terms.size", { n: value }),
        }))}
        onChange={size => set({ size })}
      />
      <Select
        label={t("archive.result")}
        value={filters.result}
        options={[
          { value: "", label: t("archive.anyResult") },
          { value: "B+", label: t("archive.blackWins") },
          { value: "W+", label: t("archive.whiteWins") },
          { value: "0", label: t("archive.draws") },
        ]}
        onChange={result => set({ result })}
      />
      {countFilters(filters) > 0 && (
        <button type="button" class="btn" onClick={() => onChange({ ...NONE, kind: filters.kind })}>
          {t("archive.clear")}
        </button>
      )}
    </div>
  );
}
