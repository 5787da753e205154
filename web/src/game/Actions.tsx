// What a player can do: pass, undo, pause, resign. A row beside the board; on phones a bar at the bottom, which turns
// into “cancel / play R8” while a stone waits for its confirmation.

import { actingColor, type GameView, handicapToPlace, isMyTurn, isOver, moveCount } from "../api/gameState";
import { toVertex } from "../board/points";
import { t } from "../i18n";
import { Icon, type IconName } from "../ui/Icon";
import { type Session, unreadLines } from "./session";
import { pointName } from "./words";

export type Deed = { text: string; icon: IconName; off: boolean; danger?: boolean; run: () => void };

/** Whether this account has a move that could be taken back. */
function mayUndo(view: GameView): boolean {
  if (view.paused || view.phase === "done") return false;
  if (view.you.length === 2) return moveCount(view.steps) > 0;
  return view.steps.some(step => step.kind === "move" && step.by === view.you[0]);
}

export function passDeed(session: Session): Deed {
  const view = session.view.value!;
  return {
    text: t("game.pass"),
    icon: "pass",
    off: !isMyTurn(view) || handicapToPlace(view) > 0 || session.live.unsent.value.length > 0,
    run: () => {
      session.over.value = "pass";
    },
  };
}

export function undoDeed(session: Session): Deed {
  const view = session.view.value!;
  const asked = view.asks.some(ask => ask.kind === "undo" && ask.by === actingColor(view));
  return {
    text: t("game.undo"),
    icon: "undo",
    off: !mayUndo(view) || asked,
    run: () => session.act({ undo_ask: {} }),
  };
}

function pauseDeed(session: Session): Deed {
  const view = session.view.value!;
  const asked = view.asks.some(ask => ask.kind === "pause" && ask.by === actingColor(view));
  return {
    text: t("game.pause"),
    icon: "pause",
    off: asked || view.phase !== "play",
    run: () => session.act({ pause_ask: {} }),
  };
}

export function resignDeed(session: Session): Deed {
  return {
    text: t("game.resign"),
    icon: "flag",
    off: session.view.value!.phase === "done",
    danger: true,
    run: () => {
      session.over.value = "resign";
    },
  };
}

/** The row beside the board. */
export function Actions({ session }: { session: Session }) {
  const view = session.view.value!;
  const deeds = view.paused
    ? [unpauseDeed(session), resignDeed(session)]
    : [passDeed(session), undoDeed(session), pauseDeed(session), resignDeed(session)];
  return (
    <fieldset class="game-acts" data-foot>
      <legend class="vh">{t("game.actions")}</legend>
      {handicapToPlace(view) > 0 && isMyTurn(view) && <PlaceHandicap session={session} />}
      {deeds.map(deed => (
        <button
          key={deed.icon}
          type="button"
          class={`btn ${deed.danger ? "danger" : ""}`}
          aria-disabled={deed.off}
          onClick={() => !deed.off && deed.run()}
        >
          {deed.text}
        </button>
      ))}
    </fieldset>
  );
}

function unpauseDeed(session: Session): Deed {
  const view = session.view.value!;
  const away = view.clock.vacation ?? null;
  if (away !== null && view.you.includes(away)) {
    return {
      text: t("game.vacationEnd"),
      icon: "play",
      off: false,
      run: () => session.act({ vacation: { on: false } }),
    };
  }
  // An interruption by the server ends by itself, a vacation when whoever takes it comes back.
  const off = away !== null || view.pausedBy === "server" || !(view.present.black && view.present.white);
  return { text: t("game.unpause"), icon: "play", off, run: () => session.act({ unpause: {} }) };
}

/** Sends the handicap stones once all are on the board. */
export function PlaceHandicap({ session }: { session: Session }) {
  const view = session.view.value!;
  const left = handicapToPlace(view) - session.placed.value.length;
  const place = () => {
    if (left > 0) return;
    session.act({ place_handicap: session.placed.value.map(point => toVertex(point, view.size)) });
  };
  return (
    <button type="button" class="btn primary game-placehandicap" aria-disabled={left > 0} onClick={place}>
      {left > 0 ? t("game.stonesLeft", { n: left }) : t("game.placeHandicap")}
    </button>
  );
}

/** The bar at the bottom of a phone. */
export function ActionBar({ session }: { session: Session }) {
  const view = session.view.value!;
  if (session.pending.value !== null) return <PlacingBar session={session} />;
  const unread = unreadLines(session);
  const chat: Deed = {
    text: unread > 0 ? t("game.chatUnread", { n: unread }) : t("game.chat"),
    icon: "chat",
    off: false,
    run: () => {
      session.over.value = "chat";
    },
  };
  const player = view.you.length > 0;
  if (isOver(view)) return null;
  if (player && handicapToPlace(view) > 0 && isMyTurn(view)) {
    return (
      <fieldset class="game-phone one" data-foot>
        <legend class="vh">{t("game.actions")}</legend>
        <PlaceHandicap session={session} />
      </fieldset>
    );
  }
  const deeds = !player
    ? [chat]
    : view.paused
      ? [unpauseDeed(session), chat, resignDeed(session)]
      : [passDeed(session), undoDeed(session), chat, resignDeed(session)];
  return (
    <fieldset class="game-phone" data-foot style={{ "--columns": String(deeds.length) }}>
      <legend class="vh">{t("game.actions")}</legend>
      {deeds.map(deed => (
        <button
          key={deed.icon}
          type="button"
          class="btn"
          aria-disabled={deed.off}
          onClick={() => !deed.off && deed.run()}
        >
          <Icon name={deed.icon} />
          {deed.text}
        </button>
      ))}
    </fieldset>
  );
}

function PlacingBar({ session }: { session: Session }) {
  const at = pointName(session.pending.value!, session.view.value!.size);
  return (
    <fieldset class="game-phone placing" data-foot>
      <legend class="vh">{t("game.confirmMove")}</legend>
      <button type="button" class="btn" onClick={() => session.board.current?.cancel()}>
        {t("common.cancel")}
      </button>
      <button type="button" class="btn primary" onClick={() => session.board.current?.confirm()}>
        {t("game.play", { at })}
      </button>
    </fieldset>
  );
}
