// The rules laboratory at /g/:id/lab and /records/:id/lab: one final position counted by every ruleset.

import "./count.css";
import { useMemo, useState } from "preact/hooks";
import type { Judgement } from "../api/types";
import { BoardView } from "../board/BoardView";
import { fromVertices } from "../board/points";
import { say, sentence, t } from "../i18n";
import { Bars } from "../ui/Bars";
import { useTitle } from "../ui/Page";
import { useAsync } from "../ui/useAsync";
import { type Column, differencesOf } from "./columns";
import { Failure } from "./Failure";
import { finalOf, ownersOf } from "./final";
import { Head, notesOf } from "./Head";
import { LabTable } from "./LabTable";
import { judge, pathTo, type Source, useSource } from "./source";

/** A cell, by its row and column. */
export type Cell = { row: number; column: Column };

export default function LabPage() {
  const source = useSource();
  const load = () => judge(source, null);
  const { data, error, slow, reload } = useAsync(load, [source.kind, source.id, source.move, source.key]);
  useTitle(t("lab.title"));
  return (
    <div class="ct-page">
      <a class="skip" href="#main">
        {t("app.skip")}
      </a>
      <Head title={t("lab.title")} back={pathTo(source, "/count")} backText={t("lab.back")} judged={data} />
      <main id="main" class="lb-main" tabIndex={-1}>
        {data && !error ? (
          <Laboratory judged={data} source={source} />
        ) : (
          <div class="lb-text">
            {error ? <Failure error={error} source={source} retry={reload} /> : slow && <Bars lines={6} />}
          </div>
        )}
      </main>
    </div>
  );
}

function Laboratory({ judged, source }: { judged: Judgement; source: Source }) {
  const [cell, choose] = useState<Cell | null>(null);
  const final = useMemo(() => finalOf(judged), [judged]);
  const row = cell ? judged.lab[cell.row]! : null;
  const found = cell ? differencesOf(judged.lab[cell.row]!, cell.column) : [];
  const rings = useMemo(
    () =>
      new Set(
        fromVertices(
          found.flatMap(({ at }) => at),
          final.size,
        ),
      ),
    [cell?.row, cell?.column, final],
  );
  const owners = useMemo(() => ownersOf(final, judged.count.rules.halves), [final]);
  const names = found.filter(({ at }) => at.length > 0).map(({ name }) => say(name));
  const size = { cols: judged.cols, rows: judged.rows };
  const label =
    rings.size > 0
      ? t("lab.boardMarks", { ...size, n: rings.size, what: names.join(", ") })
      : t("lab.board", size);
  return (
    <>
      <div class="lb-view">
        <div class="lb-board">
          <BoardView
            size={final.size}
            stones={final.before}
            dead={final.dead}
            seki={final.seki}
            dashes={final.uncounted}
            owners={owners}
            rings={rings}
            label={label}
            coordinates="none"
            fit="both"
          />
        </div>
        <p class="lb-why" aria-live="polite">
          {row && !row.own ? `${say(row.rules.name)}${t("lab.colon")}${sentence(row.why)}` : t("lab.pick")}
        </p>
      </div>
      <div class="lb-text">
        <p class="lb-intro">
          {source.move === null ? t("lab.intro") : t("lab.introMove", { n: judged.moves })}
        </p>
        {notesOf(judged).map(note => (
          <p key={note} class="lb-note">
            {note}
          </p>
        ))}
        <LabTable rows={judged.lab} cell={cell} choose={choose} source={source} />
      </div>
    </>
  );
}
