// The archive, at `/records`: finished games of this server, and records that were imported.

import "./archive.css";
import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { t } from "../i18n";
import { Bars } from "../ui/Bars";
import { Empty } from "../ui/Empty";
import { ErrorNote } from "../ui/ErrorNote";
import { Page } from "../ui/Page";
import { Segmented } from "../ui/Segmented";
import { Sheet } from "../ui/Sheet";
import { FilterForm } from "./FilterForm";
import { countFilters, type Filters, readFilters, writeFilters } from "./query";
import { RowItem } from "./Rows";
import { type Found, useList } from "./useList";

export default function ArchivePage() {
  const [filters, setFilters] = useState(() => readFilters(location.search));
  const [open, setOpen] = useState(false);
  const list = useList(filters);
  const count = countFilters(filters);
  useEffect(() => {
    history.replaceState(history.state, "", location.pathname + writeFilters(filters));
  }, [filters]);
  return (
    <Page title={t("archive.title")} class="archive">
      <header class="archive-head">
        <h1 class="title">{t("archive.title")}</h1>
        <Link class="btn primary" href="/record">
          {t("archive.open")}
        </Link>
      </header>
      <section class="archive-side" aria-label={t("archive.filters")}>
        <FilterForm filters={filters} onChange={setFilters} />
      </section>
      <section class="archive-list" aria-label={t("archive.title")}>
        <div class="archive-kind">
          <Segmented
            label={t("archive.kind")}
            hideLabel
            value={filters.kind}
            choices={[
              { value: "games", label: t("archive.games") },
              { value: "records", label: t("archive.records") },
            ]}
            onChange={kind => setFilters({ ...filters, kind })}
          />
          <button type="button" class="btn archive-narrow" onClick={() => setOpen(true)}>
            {count ? t("archive.filtered", { n: count }) : t("archive.filters")}
          </button>
        </div>
        <List list={list} filters={filters} />
      </section>
      {open && (
        <Sheet
          title={t("archive.filters")}
          onClose={() => setOpen(false)}
          foot={
            <button type="button" class="btn primary big grow" onClick={() => setOpen(false)}>
              {t("archive.show")}
            </button>
          }
        >
          <FilterForm filters={filters} onChange={setFilters} />
        </Sheet>
      )}
    </Page>
  );
}

function List({ list, filters }: { list: Found; filters: Filters }) {
  const { rows, next, error, slow } = list;
  if (error) return <ErrorNote error={error} onRetry={list.retry} />;
  if (!rows) return slow ? <Bars lines={6} /> : null;
  if (rows.length === 0) return <Nothing filters={filters} />;
  return (
    <>
      <ul class="card archive-rows">
        {rows.map(row => (
          <RowItem key={row.kind === "game" ? row.game.id : row.record.id} row={row} />
        ))}
      </ul>
      {next && (
        <button type="button" class="btn archive-more" onClick={list.more}>
          {t("archive.more")}
        </button>
      )}
    </>
  );
}

function Nothing({ filters }: { filters: Filters }) {
  if (countFilters(filters) > 0) return <Empty text={t("archive.nothing")} />;
  const [text, href, button] =
    filters.kind === "records"
      ? ([t("archive.noRecords"), "/record", t("archive.open")] as const)
      : ([t("archive.noGames"), "/new", t("archive.newGame")] as const);
  return (
    <Empty text={text}>
      <Link class="btn primary" href={href}>
        {button}
      </Link>
    </Empty>
  );
}
