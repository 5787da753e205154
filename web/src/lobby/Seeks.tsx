// Who waits for an opponent. One's own can be opened and taken back.

import { Link, useLocation } from "wouter-preact";
import { remove } from "../api/client";
import { madeHere } from "../api/keys";
import { rulesets } from "../api/lists";
import type { RulesetLine, Seek } from "../api/types";
import { type Key, say, t } from "../i18n";
import { Bars } from "../ui/Bars";
import { Empty } from "../ui/Empty";
import { ErrorNote } from "../ui/ErrorNote";
import { errorCode, errorText } from "../ui/errors";
import { Separated } from "../ui/Sep";
import { toast } from "../ui/Toast";
import { handicapText, komiText, sizeText, timesText } from "../ui/terms";
import { useAsync } from "../ui/useAsync";
import { useBusy } from "../ui/useBusy";
import { countsZi } from "./draft";
import { takeSeat } from "./make";
import type { News } from "./useLobby";

/** The colour that is left for whoever accepts. */
const LEFT: Record<Seek["color"], Key> = {
  random: "setup.nigiri",
  black: "home.youWhite",
  white: "home.youBlack",
};

function terms(seek: Seek, known: readonly RulesetLine[] | undefined): (string | null)[] {
  const ruleset = known?.find(one => one.id === seek.ruleset);
  const usual = ruleset?.komi === seek.komi || seek.handicap > 1;
  return [
    sizeText(seek.cols, seek.rows),
    say(ruleset?.name) || seek.ruleset,
    handicapText(seek.handicap),
    usual ? null : komiText(seek.komi, countsZi(seek.ruleset)),
    timesText(seek.time, seek.time_white),
    madeHere(seek.id) ? null : t(LEFT[seek.color]),
    seek.rated ? t("setup.rated") : null,
  ];
}

function Row({ seek, known }: { seek: Seek; known: readonly RulesetLine[] | undefined }) {
  const [, navigate] = useLocation();
  const { begin, end } = useBusy();
  const own = madeHere(seek.id);
  const act = async (what: () => Promise<unknown>) => {
    if (!begin()) return;
    try {
      await what();
    } catch (failed) {
      toast(errorText(failed), { tone: "warn" });
      // Somebody else was faster: their game can be watched.
      if (errorCode(failed) === "game.full") navigate(`/g/${seek.id}`);
    }
    end();
  };
  return (
    <li class="home-seek">
      <span class="ell">
        <b title={seek.name}>{seek.name}</b> {own && <span class="tag">{t("home.you")}</span>}
        <small class="ell">
          <Separated parts={terms(seek, known)} />
        </small>
      </span>
      {own ? (
        <span class="row">
          <Link class="btn quiet" href={`/g/${seek.id}`}>
            {t("home.open")}
          </Link>
          <button type="button" class="btn quiet" onClick={() => act(() => remove(`/seeks/${seek.id}`))}>
            {t("common.cancel")}
          </button>
        </span>
      ) : (
        <button
          type="button"
          class="btn quiet"
          aria-label={t("home.acceptOf", { name: seek.name })}
          onClick={() => act(async () => navigate(await takeSeat(seek.id)))}
        >
          {t("home.accept")}
        </button>
      )}
    </li>
  );
}

function List({ news }: { news: News }) {
  const known = useAsync(rulesets, []).data;
  if (news.error !== undefined) return <ErrorNote error={news.error} onRetry={news.retry} />;
  if (!news.seeks) return <div class="card home-wait">{news.slow && <Bars lines={4} />}</div>;
  if (news.seeks.length === 0) {
    return (
      <div class="card">
        <Empty text={t("home.noSeeks")}>
          <Link class="btn" href="/new?with=seek">
            {t("home.seekToo")}
          </Link>
        </Empty>
      </div>
    );
  }
  return (
    <ul class="card home-seeks">
      {news.seeks.map(seek => (
        <Row key={seek.id} seek={seek} known={known} />
      ))}
    </ul>
  );
}

export function Seeks({ news }: { news: News }) {
  return (
    <section aria-labelledby="home-seeks">
      <div class="home-head">
        <h2 id="home-seeks">{t("home.seeks")}</h2>
        <Link class="link" href="/new?with=seek">
          {t("home.seekToo")}
        </Link>
      </div>
      <List news={news} />
    </section>
  );
}
