// A ruleset axis by axis, opened when somebody wants to know.

import { useState } from "preact/hooks";
import { get } from "../api/client";
import type { RulesetView } from "../api/types";
import { say, sentence, t } from "../i18n";
import { Bars } from "../ui/Bars";
import { ErrorNote } from "../ui/ErrorNote";
import { useAsync } from "../ui/useAsync";

function Axes({ id }: { id: string }) {
  const { data, error, slow, reload } = useAsync(
    () => get<RulesetView>(`/rulesets/${encodeURIComponent(id)}`),
    [id],
  );
  if (error !== undefined) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return slow ? <Bars lines={6} /> : null;
  return (
    <dl class="setup-axes">
      {data.axes.map(({ axis, title, text }) => (
        <div key={axis}>
          <dt>{say(title)}</dt>
          <dd>{sentence(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function RulesAxes({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="setup-details" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t("setup.axes")}</summary>
      {open && <Axes id={id} />}
    </details>
  );
}
