// A count that cannot be shown: why, and a way on.

import { Link } from "wouter-preact";
import { ApiError } from "../api/client";
import { t } from "../i18n";
import { ErrorNote } from "../ui/ErrorNote";
import { pathTo, type Source } from "./source";

export function Failure({ error, source, retry }: { error: unknown; source: Source; retry: () => void }) {
  const early = error instanceof ApiError && error.code === "marking.phase";
  return (
    <ErrorNote
      error={error}
      text={early ? t("count.failed.phase") : undefined}
      onRetry={early ? undefined : retry}
    >
      <Link class="btn" href={pathTo(source, "")}>
        {t(source.kind === "game" ? "count.failed.back" : "count.backRecord")}
      </Link>
    </ErrorNote>
  );
}
