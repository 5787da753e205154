// Loads a record and shows it; until it comes, the layout with an empty board.

import { useMemo } from "preact/hooks";
import { Link } from "wouter-preact";
import { BoardView } from "../board/BoardView";
import { Position } from "../board/position";
import { t } from "../i18n";
import { Bars } from "../ui/Bars";
import { ErrorNote } from "../ui/ErrorNote";
import { Page } from "../ui/Page";
import { useAsync } from "../ui/useAsync";
import type { Opened } from "./opened";
import { RecordView } from "./RecordView";
import { useWide } from "./useWide";

export function Loading({ open, of }: { open: () => Promise<Opened>; of: string }) {
  const { data, error, slow, reload } = useAsync(open, [of]);
  if (data && !error) return <RecordView key={data.key} opened={data} onReload={reload} />;
  return (
    <Waiting slow={slow}>
      {error ? (
        <ErrorNote error={error} onRetry={reload}>
          <Link class="btn" href="/records">
            {t("record.toArchive")}
          </Link>
        </ErrorNote>
      ) : null}
    </Waiting>
  );
}

function Waiting({ slow, children }: { slow: boolean; children: preact.ComponentChildren }) {
  const wide = useWide();
  const size = { cols: 19, rows: 19 };
  const stones = useMemo(() => Position.empty({ cols: 19, rows: 19 }).stones, []);
  return (
    <Page title={t("record.title")} class="review">
      <div class="review-board">
        <BoardView
          size={size}
          stones={stones}
          label={t("board.name", { n: 19 })}
          fit={wide ? "both" : "width"}
        />
      </div>
      <div class="review-panel review-waiting">
        <h1 class="title">{t("record.title")}</h1>
        {slow && <Bars lines={4} />}
        {children}
      </div>
    </Page>
  );
}
