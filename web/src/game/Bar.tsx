// The bar above a game: back, the heading, the terms, the line to the server, sound, the menu.

import { Link, useLocation } from "wouter-preact";
import { type GameView, isMyTurn, isOver } from "../api/gameState";
import { latency, link } from "../api/socket";
import { useRedraw } from "../clock/useShown";
import { t } from "../i18n";
import { Icon } from "../ui/Icon";
import { Menu, type MenuItem } from "../ui/Menu";
import { useTitle } from "../ui/Page";
import { prefs } from "../ui/prefs";
import { Separated } from "../ui/Sep";
import { type Deed, resignDeed, undoDeed } from "./Actions";
import { copyWatchLink, sgfAddress, soundOn, switchSound, toggleFullScreen } from "./commands";
import { canAbort, type Session, unreadLines } from "./session";
import { heading, terms } from "./words";

/** Above so many milliseconds the line is called slow. */
const SLOW_MS = 400;

/** How the line to the server stands. */
export function Connection() {
  const { state, attempt, since } = link.value;
  const lost = state === "lost" && since !== null ? Math.floor((performance.now() - since) / 1000) : null;
  useRedraw(lost === null ? null : 1000);
  if (lost !== null) {
    const n = Math.max(1, attempt);
    return (
      <span class="tag warn">
        {lost >= 10 ? t("game.reconnectingFor", { n, s: lost }) : t("game.reconnecting", { n })}
      </span>
    );
  }
  if (state !== "open") return <span class="tag">{t("game.connecting")}</span>;
  const ms = latency.value;
  if (ms === null) return <span class="tag ok game-wide">{t("game.connected")}</span>;
  const slow = ms > SLOW_MS;
  return (
    <span class={`tag game-wide ${slow ? "warn" : "ok"}`}>
      <Separated parts={[t(slow ? "game.slowLine" : "game.connected"), t("game.ms", { n: ms })]} />
    </span>
  );
}

export function Bar({ session, title }: { session: Session | null; title?: string }) {
  const view = session?.view.value ?? null;
  const text = title ?? (view ? heading(view) : t("common.loading"));
  useTitle(text);
  const on = soundOn();
  // Where the bar is short, the heading comes first.
  const crowded = view?.phase === "counting" || link.value.state === "lost";
  const chat = view && (view.phase === "counting" || isOver(view));
  return (
    <header class="game-bar">
      <Link class="btn quiet icon" href="/" aria-label={t("game.leave")}>
        <Icon name="back" />
      </Link>
      <h1 class="ell">{text}</h1>
      {view && (
        <span class="muted game-wide game-terms ell">
          <Separated parts={terms(view)} />
        </span>
      )}
      <span class="grow" />
      {view?.phase === "counting" && <span class="tag game-stopped">{t("marking.clocksStopped")}</span>}
      <Connection />
      <button
        type="button"
        class={`btn quiet icon game-sound ${on ? "" : "off"} ${crowded ? "game-wide" : ""}`}
        aria-label={t("game.sound")}
        aria-pressed={on}
        title={t("game.sound")}
        onClick={switchSound}
      >
        <Icon name="sound" />
      </button>
      {session && chat && <ChatButton session={session} narrow={view.phase !== "counting"} />}
      {session && view && <GameMenu session={session} />}
    </header>
  );
}

/** Where the page has no room for the chat. */
function ChatButton({ session, narrow }: { session: Session; narrow: boolean }) {
  const unread = unreadLines(session);
  return (
    <button
      type="button"
      class={`btn quiet icon game-chatbutton ${unread > 0 ? "unread" : ""} ${narrow ? "game-narrow" : ""}`}
      aria-label={unread > 0 ? t("game.chatUnread", { n: unread }) : t("game.chat")}
      onClick={() => {
        session.over.value = "chat";
      }}
    >
      <Icon name="chat" />
    </button>
  );
}

function menuDeed({ text, icon, off, danger, run }: Deed): MenuItem | null {
  return off ? null : { text, icon, danger, onSelect: run };
}

/** Vacation is there in games of days, on the own turn, while some is left. */
function mayTakeVacation(view: GameView): boolean {
  const own = view.you.length === 1 ? view.you[0]! : null;
  return own !== null && isMyTurn(view) && (view.clock[own].vacation ?? 0) > 0;
}

function GameMenu({ session }: { session: Session }) {
  const view = session.view.value!;
  const [, go] = useLocation();
  const key = prefs.value.keys;
  const playing = view.you.length > 0 && view.phase !== "done" && view.stage === "live";
  const items: (MenuItem | null)[] = [
    { text: t("game.watchLink"), icon: "link", onSelect: () => void copyWatchLink(session, view) },
    { text: t("game.download"), icon: "share", onSelect: () => location.assign(sgfAddress(session)) },
    { text: t("game.record"), icon: "book", onSelect: () => go(`/g/${session.id}/record`) },
  ];
  if (playing) {
    items.push(null, {
      text: t("game.tryHere"),
      icon: "board",
      onSelect: session.look.tryHere,
    });
    if (!view.paused && view.phase === "play") {
      items.push({ text: t("game.pause"), icon: "pause", onSelect: () => session.act({ pause_ask: {} }) });
    }
    if (mayTakeVacation(view)) {
      items.push({
        text: t("game.vacation"),
        icon: "pause",
        onSelect: () => session.act({ vacation: { on: true } }),
      });
    }
    if (view.phase === "counting") {
      items.push(menuDeed(undoDeed(session)), menuDeed(resignDeed(session)));
    }
    if (canAbort(view)) {
      items.push({
        text: t("game.abort"),
        icon: "x",
        danger: true,
        onSelect: () => {
          session.over.value = "abort";
        },
      });
    }
  }
  items.push(
    null,
    {
      text: t("game.fullScreen"),
      icon: "board",
      hint: key ? "Shift F" : undefined,
      onSelect: toggleFullScreen,
    },
    {
      text: t("ui.keys"),
      icon: "pen",
      hint: key ? "?" : undefined,
      onSelect: () => {
        session.over.value = "keys";
      },
    },
    { text: t("nav.preferences"), icon: "user", onSelect: () => go("/me") },
  );
  return <Menu items={items} />;
}
