// Making a game: the usual choices first, everything else behind “more”; at the foot the whole in one line.

import "./lobby.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Link, useLocation, useSearchParams } from "wouter-preact";
import { enter } from "../api/client";
import { levels, rulesets } from "../api/lists";
import { type Key, t } from "../i18n";
import { ErrorNote } from "../ui/ErrorNote";
import { Icon } from "../ui/Icon";
import { Page } from "../ui/Page";
import { Separated } from "../ui/Sep";
import { useAsync } from "../ui/useAsync";
import { useBusy } from "../ui/useBusy";
import { asked, type Draft, type Problem, problems, remember, toRequest, type With } from "./draft";
import { makeGame } from "./make";
import { Preview } from "./Preview";
import { type Part, SetupBasics } from "./SetupBasics";
import { SetupMore } from "./SetupMore";
import { serverField } from "./serverField";
import { summary } from "./summary";

const TITLES: Record<With, Key> = {
  friend: "home.friend",
  seek: "setup.seekTitle",
  engine: "home.engine",
  here: "home.here",
};

function kindOf(text: string | null): With {
  return text !== null && Object.hasOwn(TITLES, text) ? (text as With) : "friend";
}

/** What is wrong with a field, in words. */
function words({ text }: Problem): string {
  return t(`setup.wrong.${text}`);
}

/** The draft with what can be changed, and what it takes to make the game. */
function useSetup(kind: With) {
  const [query] = useSearchParams();
  const [draft, setDraft] = useState<Draft>(() => asked(kind, query));
  const [tried, setTried] = useState(false);
  const { busy, begin, end } = useBusy();
  const [error, setError] = useState<unknown>(null);
  const [, navigate] = useLocation();
  const found = problems(draft);
  const refused = serverField(error);

  const change = (part: Partial<Draft>) => {
    setError(null);
    setDraft(before => ({ ...before, ...part }));
  };
  /** Makes the game; false when a field has to be looked at first. */
  const make = async (): Promise<boolean> => {
    setTried(true);
    if (found.length > 0) return false;
    if (!begin()) return true;
    setError(null);
    try {
      const path = await makeGame(toRequest(draft));
      remember(draft);
      navigate(path, { replace: true });
      return true;
    } catch (failed) {
      setError(failed);
      end();
      return serverField(failed) === null;
    }
  };
  const problem: Part["problem"] = field => {
    const own = found.find(one => one.field === field);
    // A start that is not there yet is no mistake before somebody wants to begin.
    if (own && (tried || field !== "start")) return words(own);
    return refused === field
      ? t(`setup.wrong.${field === "cols" || field === "rows" ? "size" : field}`)
      : null;
  };
  return { draft, change, make, problem, error: refused ? null : error, busy };
}

export default function SetupPage() {
  const [query] = useSearchParams();
  const kind = kindOf(query.get("with"));
  return <Setup key={kind} kind={kind} />;
}

function Setup({ kind }: { kind: With }) {
  const { draft, change, make, problem, error, busy } = useSetup(kind);
  const offers = { rulesets: useAsync(rulesets, []).data, levels: useAsync(levels, []).data };
  const form = useRef<HTMLFormElement>(null);
  const [more, setMore] = useState(false);
  // Whether there is an account decides what a game may be.
  useEffect(() => void enter().catch(() => {}), []);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (await make()) return;
    setMore(true);
    // When the part behind “more” has been drawn.
    setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), 50);
  };
  const part: Part = { draft, change, offers, problem };
  return (
    <Page title={t(TITLES[draft.with])} class="setup">
      <Preview draft={draft} onStart={start => change({ start })} />
      <form class="setup-sheet" ref={form} onSubmit={submit} noValidate>
        <div class="setup-in">
          <div class="setup-head">
            <h1 class="title">{t(TITLES[draft.with])}</h1>
            <Link class="btn quiet icon" href="/" aria-label={t("common.close")}>
              <Icon name="x" />
            </Link>
          </div>
          <SetupBasics {...part} />
          <details class="setup-details" open={more} onToggle={event => setMore(event.currentTarget.open)}>
            <summary>{t("setup.more")}</summary>
            {more && <SetupMore {...part} />}
          </details>
        </div>
        <div class="setup-foot" data-foot>
          {error !== null && <ErrorNote error={error} />}
          <p>
            <Separated parts={summary(draft, offers)} />
          </p>
          <button type="submit" class="btn primary big" aria-disabled={busy || undefined}>
            {t(kind === "here" ? "home.hereGo" : kind === "engine" ? "home.engineGo" : "setup.make")}
          </button>
        </div>
      </form>
    </Page>
  );
}
