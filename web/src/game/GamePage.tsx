// The page of one game at /g/:id: waiting, being played, counted, over.

import "./game.css";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link, useParams, useSearchParams } from "wouter-preact";
import type { GameView } from "../api/gameState";
import { keepKey, keyOf } from "../api/keys";
import { link } from "../api/socket";
import { sentence, t } from "../i18n";
import { Banner } from "../ui/Banner";
import { ErrorNote } from "../ui/ErrorNote";
import { Bar } from "./Bar";
import { Dialogs } from "./Dialogs";
import { onKey } from "./keys";
import { openSession, type Session } from "./session";
import { Table } from "./Table";

/** What the lobby's parts are told: the game that waits, and the key of its link. */
export type WaitingProps = { view: GameView; gameKey: string | null };

/** Rooms of other folders that stand at the same address; the routes put them in. */
export type Rooms = {
  /** For the maker of a game that waits for an opponent. */
  Waiting: ComponentType<WaitingProps>;
  /** For whoever opens its link. */
  Join: ComponentType<WaitingProps>;
};

function useSession(): Session | null {
  const { id } = useParams<{ id: string }>();
  const [query] = useSearchParams();
  const given = query.get("key");
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    if (given) keepKey(id, given);
    const opened = openSession(id, given ?? keyOf(id));
    setSession(opened);
    return opened.close;
  }, [id, given]);
  return session;
}

export default function GamePage({ rooms }: { rooms: Rooms }) {
  const session = useSession();
  useEffect(() => {
    if (!session) return;
    const listen = (event: KeyboardEvent) => {
      if (onKey(session, event)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [session]);
  const failure = session?.live.failure.value;
  const view = session?.view.value;
  if (session && failure && !view) return <Failed session={session} />;
  return (
    <div class="game-page">
      <a class="skip" href="#main">
        {t("app.skip")}
      </a>
      <Bar session={session} />
      {session && <Banners session={session} />}
      {session && view ? <Room session={session} view={view} rooms={rooms} /> : <Empty />}
      {session && view && <Dialogs session={session} />}
    </div>
  );
}

function Room({ session, view, rooms }: { session: Session; view: GameView; rooms: Rooms }) {
  if (view.stage === "waiting") {
    const Panel = view.you.length > 0 ? rooms.Waiting : rooms.Join;
    return <Panel view={view} gameKey={session.key} />;
  }
  return <Table session={session} />;
}

/** The layout before the game is known. */
function Empty() {
  return (
    <main id="main" class="game-main game-empty" aria-busy="true">
      <div class="game-board">
        <i />
      </div>
      <div class="game-side">
        {["game-opp", "game-me"].map(place => (
          <div key={place} class={`seat ${place}`} aria-hidden="true">
            <div class="seat-who">—</div>
          </div>
        ))}
      </div>
    </main>
  );
}

function Banners({ session }: { session: Session }) {
  if (session.live.replaced.value) {
    return (
      <Banner
        action={
          <button type="button" class="btn" onClick={session.live.takeBack}>
            {t("game.continueHere")}
          </button>
        }
      >
        {t("game.otherTab")}
      </Banner>
    );
  }
  if (link.value.restarting) return <Banner>{t("game.restarting")}</Banner>;
  return null;
}

function Failed({ session }: { session: Session }) {
  const { code, words } = session.live.failure.value!;
  return (
    <div class="game-page">
      <Bar session={null} title={t("common.error")} />
      <main id="main" class="game-failed">
        <ErrorNote error={code} text={sentence(words)} onRetry={session.live.refresh}>
          <Link class="btn" href="/new">
            {t("game.newGame")}
          </Link>
          <Link class="btn" href="/">
            {t("errors.home")}
          </Link>
        </ErrorNote>
      </main>
    </div>
  );
}
