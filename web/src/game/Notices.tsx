// What needs an answer or a word: requests, a cycle, an interruption, a refusal, the opponent's pass. One sentence each,
// with its buttons.

import type { ComponentChildren } from "preact";
import {
  actingColor,
  askForMe,
  type GameView,
  handicapToPlace,
  isMyTurn,
  moveCount,
  passesNow,
} from "../api/gameState";
import { link, serverNow } from "../api/socket";
import type { Ask, Color, Ending } from "../api/types";
import { TypedMove } from "../board/TypedMove";
import { useRedraw } from "../clock/useShown";
import { type Key, lang, sentence, t } from "../i18n";
import type { Session } from "./session";
import { playerName, side } from "./words";

export function Notice({
  tone = "plain",
  children,
  actions,
}: {
  tone?: "plain" | "ask" | "warn" | "bad";
  children: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class={`game-notice ${tone}`}>
      <p>{children}</p>
      {actions && <div class="row wrap">{actions}</div>}
    </div>
  );
}

/** All notices that hold now, the most pressing first. */
export function Notices({ session }: { session: Session }) {
  const view = session.view.value!;
  const playing = view.you.length > 0 && view.phase !== "done";
  return (
    <div class="game-notices">
      <Typed session={session} />
      {session.refusal.value && <Notice tone="bad">{session.refusal.value}</Notice>}
      <Unsent session={session} />
      {playing && <Asked session={session} />}
      {playing && view.cycle && <Cycle session={session} />}
      {view.paused && view.stage === "live" && !link.value.restarting && <Paused view={view} />}
      <Away view={view} />
      <Turn session={session} />
    </div>
  );
}

/** The line for a typed move. */
function Typed({ session }: { session: Session }) {
  const first = session.typed.value;
  if (first === null) return null;
  const close = () => {
    session.typed.value = null;
    session.board.current?.focus();
  };
  const askPass = () => {
    session.over.value = "pass";
  };
  const mine = isMyTurn(session.view.value!) && !session.look.seen.value?.past;
  return (
    <TypedMove
      first={first}
      size={session.view.value!.size}
      onPoint={session.place}
      onPass={mine ? askPass : undefined}
      onClose={close}
    />
  );
}

function Unsent({ session }: { session: Session }) {
  const unsent = session.live.unsent.value;
  if (unsent.length === 0 || link.value.state !== "lost") return null;
  const move = unsent.some(pending => "move" in pending.d);
  return <Notice tone="warn">{t(move ? "game.moveKept" : "game.actionKept")}</Notice>;
}

function Asked({ session }: { session: Session }) {
  const view = session.view.value!;
  const theirs = askForMe(view);
  const mine = view.asks.find(ask => ask.by === actingColor(view));
  if (theirs) return <TheirAsk session={session} ask={theirs} />;
  if (mine) return <OwnAsk session={session} ask={mine} />;
  if (view.declined && view.you.length === 1) {
    const own = view.declined.by === view.you[0];
    return <Notice>{t(own ? "game.declined" : "game.declinedByYou")}</Notice>;
  }
  return null;
}

function TheirAsk({ session, ask }: { session: Session; ask: Ask }) {
  const view = session.view.value!;
  const answer = (accept: boolean) =>
    session.act(ask.kind === "undo" ? { undo_answer: { accept } } : { pause_answer: { accept } });
  const n = moveCount(view.steps) - (ask.moves ?? 1);
  return (
    <Notice
      tone="ask"
      actions={
        <>
          <button type="button" class="btn primary" onClick={() => answer(true)}>
            {t("game.agree")}
          </button>
          <button type="button" class="btn" onClick={() => answer(false)}>
            {t("game.decline")}
          </button>
        </>
      }
    >
      {ask.kind === "undo"
        ? t(n > 0 ? "game.undoAsked" : "game.undoAskedStart", { n })
        : t("game.pauseAsked")}
    </Notice>
  );
}

function OwnAsk({ session, ask }: { session: Session; ask: Ask }) {
  const withdraw = () =>
    session.act(
      ask.kind === "undo" ? { undo_answer: { accept: false } } : { pause_answer: { accept: false } },
    );
  return (
    <Notice
      actions={
        <button type="button" class="btn" onClick={withdraw}>
          {t("game.withdraw")}
        </button>
      }
    >
      {t(ask.kind === "undo" ? "game.undoWaits" : "game.pauseWaits")}
    </Notice>
  );
}

const ENDINGS: Record<Ending, Key> = {
  draw: "game.endDraw",
  no_result: "game.endNoResult",
  replay: "game.endReplay",
};

/** What stands between two sentences; Chinese full stops bring their own room. */
const between = () => (lang.value === "zh" ? "" : " ");

/** A cycle: both may end the game by proposing the same, or one of them leaves it. */
function Cycle({ session }: { session: Session }) {
  const view = session.view.value!;
  const { kind: _, text, endings } = view.cycle!;
  const own = actingColor(view);
  const theirs = own && view.endings[own === "black" ? "white" : "black"];
  return (
    <Notice
      tone="ask"
      actions={endings.map(ending => (
        <button
          key={ending}
          type="button"
          class={`btn ${theirs === ending ? "primary" : ""}`}
          aria-pressed={own !== null && view.endings[own] === ending}
          onClick={() => session.act({ end_propose: ending })}
        >
          {t(ENDINGS[ending])}
        </button>
      ))}
    >
      {sentence(text)}
      {between()}
      {theirs ? t("game.cycleTheirs", { what: t(ENDINGS[theirs]) }) : t("game.cycleOffer")}
    </Notice>
  );
}

function Paused({ view }: { view: GameView }) {
  const both = view.present.black && view.present.white;
  const waiting = moveCount(view.steps) === 0 && !both;
  const byPlayer = view.pausedBy === "black" || view.pausedBy === "white";
  const agreed = byPlayer && view.you.length > 0 && (view.clock.vacation ?? null) === null;
  return (
    <Notice tone="warn">
      {waiting ? t("game.waitsForBoth") : sentence(view.clock.paused) || t("game.paused")}
      {agreed && between() + t("game.eitherGoesOn")}
    </Notice>
  );
}

/** The opponent is away: for how long, and what that means. */
function Away({ view }: { view: GameView }) {
  const gone = (["black", "white"] as Color[]).filter(
    color =>
      view.awaySince[color] !== null && !view.you.includes(color) && view.players[color].engine == null,
  );
  const away = view.stage === "live" && view.phase !== "done" && !view.setup.here ? gone : [];
  const since = away[0] ? view.awaySince[away[0]]! : 0;
  const seconds = Math.max(0, Math.floor((serverNow() - since) / 1000));
  useRedraw(away.length > 0 ? 1000 : null);
  if (away.length === 0 || seconds < 5 || view.paused) return null;
  const runs = view.clock.running === away[0];
  const who = view.you.length === 1 ? t("game.opponent") : playerName(view, away[0]!);
  return <Notice tone="warn">{t(runs ? "game.awayRuns" : "game.away", { who, n: seconds })}</Notice>;
}

/** The opponent has passed, or handicap stones have to be placed. */
function Turn({ session }: { session: Session }) {
  const view = session.view.value!;
  if (view.phase !== "play" || !isMyTurn(view)) return null;
  if (handicapToPlace(view) > 0)
    return <Notice>{t("game.handicapHint", { n: handicapToPlace(view) })}</Notice>;
  if (passesNow(view) !== 1) return null;
  const last = view.steps[view.steps.length - 1];
  const by = last?.kind === "move" ? last.by : "black";
  return (
    <Notice tone="ask">
      {view.you.length === 2 ? t("game.sidePassed", { side: side(by) }) : t("game.theyPassed")}
    </Notice>
  );
}
