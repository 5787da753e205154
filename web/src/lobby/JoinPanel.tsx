// What somebody sees who opens the link of a game that waits: who, which terms, which colour, and the seat to take.

import "./lobby.css";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { ApiError, enter, me, patch } from "../api/client";
import { type GameView, now } from "../api/gameState";
import type { Account } from "../api/types";
import { BoardView } from "../board/BoardView";
import { type Key, sentence, t } from "../i18n";
import { ErrorNote } from "../ui/ErrorNote";
import { errorText } from "../ui/errors";
import { Field } from "../ui/Field";
import { prefs } from "../ui/prefs";
import { Separated } from "../ui/Sep";
import { sizeText } from "../ui/terms";
import { useAsync } from "../ui/useAsync";
import { useBusy } from "../ui/useBusy";
import { takeSeat } from "./make";
import { waitTerms } from "./waitTerms";

/** Refusals that the room words itself; others come in the server's words. */
const REFUSED: Record<string, Key> = {
  "game.full": "wait.full",
  "game.not_open": "wait.expired",
  "game.key": "wait.needsLink",
  "game.own": "wait.own",
};

/** Takes the seat under the given name. */
async function sit(view: GameView, key: string | null, name: string): Promise<void> {
  const account = await enter();
  if (account.guest && name && name !== account.name) me.value = await patch<Account>("/me", { name });
  await takeSeat(view.id, key);
}

function useSeat(view: GameView, key: string | null) {
  const { busy, begin, end } = useBusy();
  const [error, setError] = useState<unknown>(null);
  const take = async (name: string) => {
    if (!begin()) return;
    setError(null);
    try {
      // The page turns to the game by itself when the server seats the player.
      await sit(view, key, name);
    } catch (failed) {
      setError(failed);
      end();
    }
  };
  return { busy, error, take };
}

function Failure({ error }: { error: unknown }) {
  const own = error instanceof ApiError ? REFUSED[error.code] : undefined;
  return (
    <ErrorNote error={error} text={own && t(own)}>
      <Link class="btn" href="/new">
        {t("wait.another")}
      </Link>
      <Link class="btn" href="/">
        {t("errors.home")}
      </Link>
    </ErrorNote>
  );
}

export function JoinPanel({ view, gameKey }: { view: GameView; gameKey: string | null }) {
  const account = useAsync(enter, []).data;
  const [name, setName] = useState<string | null>(null);
  const { busy, error, take } = useSeat(view, gameKey);
  const shown = name ?? account?.name ?? "";
  const badName = error instanceof ApiError && error.code === "account.name";
  const who = view.maker?.name;
  const { time } = view.setup;
  const submit = (event: Event) => {
    event.preventDefault();
    void take(shown.trim());
  };
  return (
    <main id="main" class="wait" tabIndex={-1}>
      <form class="wait-side" onSubmit={submit} noValidate>
        <div class="wait-in">
          <h2 class="title">{who ? t("wait.invited", { name: who }) : t("wait.invitedBySomeone")}</h2>
          <ul class="wait-terms">
            {waitTerms(view, false)
              .filter(Boolean)
              .map(term => (
                <li key={term}>{term}</li>
              ))}
          </ul>
          <p class="muted">{sentence(time.black.words)}</p>
          {account?.guest && (
            <Field
              label={t("wait.yourName")}
              value={shown}
              maxLength={24}
              autoComplete="nickname"
              error={badName ? errorText(error) : null}
              hint={t("wait.yourNameAbout")}
              onInput={setName}
            />
          )}
          {error !== null && !badName && <Failure error={error} />}
        </div>
        <div class="wait-foot" data-foot>
          <p>
            <Separated parts={[t("wait.joinAbout")]} />
          </p>
          <button type="submit" class="btn primary big" aria-disabled={busy || undefined}>
            {t("home.accept")}
          </button>
        </div>
      </form>
      <div class="wait-try">
        <div class="wait-board">
          <BoardView
            size={view.size}
            stones={now(view).stones}
            label={sizeText(view.size.cols, view.size.rows)}
            coordinates={prefs.value.coordinates}
            fit="both"
          />
        </div>
      </div>
    </main>
  );
}
