// Everything one open game page holds: the live game, where one looks, what is asked, what was refused.

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  actingColor,
  type GameView,
  handicapToPlace,
  isMyTurn,
  moveCount,
  now as positionNow,
} from "../api/gameState";
import { type LiveGame, openLive } from "../api/liveGame";
import { clockSkew, type GameFrame, serverNow } from "../api/socket";
import type { Action, Color, GameId, Message, Room } from "../api/types";
import { toVertex } from "../board/points";
import { refused as isRefused, type Position } from "../board/position";
import type { BoardHandle, Point, Color as Stone } from "../board/types";
import { createCaller } from "../clock/calls";
import { type Key, say, sentence, t } from "../i18n";
import { assertive } from "../ui/live";
import { playBell, playCapture, playPass, playStone } from "../ui/sound";
import { toast } from "../ui/Toast";
import { announce } from "./announce";
import { createLook, type Look } from "./look";

/** What is open over the page. */
export type Over = "pass" | "resign" | "abort" | "dispute" | "keys" | "chat" | null;

export type Session = {
  id: GameId;
  key: string | null;
  live: LiveGame;
  view: ReadonlySignal<GameView | null>;
  look: Look;
  over: Signal<Over>;
  /** Why the last action was not done, in words; until something happens. */
  refusal: Signal<string | null>;
  /** The stone that waits for its confirmation. */
  pending: Signal<Point | null>;
  /** Handicap stones chosen so far. */
  placed: Signal<readonly Point[]>;
  /** The chat room one writes to and reads. */
  room: Signal<Room>;
  /** The time of the newest line of chat that was read. */
  read: Signal<number>;
  /** A group of stones that the page points at. */
  ringed: Signal<ReadonlySet<Point> | null>;
  board: { current: BoardHandle | null };
  /** The line for a typed move is open, with what was typed first. */
  typed: Signal<string | null>;
  /** The stones to draw while the game is live, with what is on its way. */
  stones: ReadonlySignal<Drawn | null>;
  act(d: Action): void;
  /** Whether a stone can go there, as far as this page knows; the server decides. */
  allows(point: Point): boolean;
  /** A stone on this point: played, tried, or chosen for the handicap. */
  place(point: Point): void;
  pass(): void;
  close(): void;
};

export type Drawn = { position: Position; unsent: Point | null; ghost: Stone | null };

/** A refusal stands for so long, unless something happens before. */
const TOLD_MS = 8000;

const TRY_REFUSED: Record<string, Key> = {
  ko: "game.refusedKo",
  suicide: "game.refusedSuicide",
};

/** A device's clock that is further off than this is worth a word. */
const SKEW_MS = 60_000;
let skewSaid = false;

/** Says once that a wrong clock of the device does no harm. */
function watchSkew(): () => void {
  return effect(() => {
    if (skewSaid || Math.abs(clockSkew.value) < SKEW_MS) return;
    skewSaid = true;
    toast(t("game.skew"));
  });
}

/** Opens a game for a page. */
export function openSession(id: GameId, key: string | null): Session {
  const refusal = signal<string | null>(null);
  const placed = signal<readonly Point[]>([]);
  const live = openLive(id, {
    key,
    exclusive: true,
    onFrame: (frame, after, before) => onFrame(frame, after, before),
    onRefused: ({ code, words }) => refuse(code, words),
  });
  const { view } = live;
  const ownIds = new Set<string>();
  const unwatch = watchSkew();
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  const caller = createCaller({ now: serverNow, own: color => view.value?.you.includes(color) ?? false });
  const look = createLook(view);

  function onFrame(frame: GameFrame, after: GameView, before: GameView | null): void {
    if (frame.t === "event") refusal.value = null;
    if (frame.t === "event" || (frame.t === "snapshot" && before && after.seq !== before.seq)) {
      placed.value = [];
    }
    if (frame.t === "call") caller.frame(frame);
    else if (after.clock !== before?.clock) caller.clock(after.clock, after.setup.time);
    if (frame.t === "event") sounds(frame, after, before);
    announce(frame, after, before);
  }

  function sounds({ id: made }: GameFrame & { t: "event" }, after: GameView, before: GameView | null): void {
    const step = after.steps[after.steps.length - 1];
    if (!before || after.steps.length <= before.steps.length || step?.kind !== "move") return;
    // The own stone has sounded when it was put down.
    if (step.at === null) playPass();
    else if (!made || !ownIds.has(made)) playStone(step.by);
    if (step.captured.length > 0) playCapture(step.captured.length);
    if (document.hidden && isMyTurn(after) && !isMyTurn(before)) playBell();
  }

  /** Codes that tell nothing the page does not show already. */
  const SILENT = new Set(["ask.pending", "game_over"]);

  function refuse(code: string, words: Message): void {
    if (SILENT.has(code)) return;
    const here = code.startsWith("illegal.");
    tell(here ? t("game.notHere", { why: say(words) }) : sentence(words));
  }

  function tell(text: string): void {
    refusal.value = text;
    assertive(text);
    clearTimeout(forgetting);
    forgetting = setTimeout(() => {
      refusal.value = null;
    }, TOLD_MS);
  }

  const stones = computed<Drawn | null>(() => {
    const game = view.value;
    const seen = look.seen.value;
    const shown = live.shown.value;
    if (!game || !seen || !shown) return null;
    if (seen.past) return { position: seen.position, unsent: null, ghost: seen.toMove };
    const placing = handicapToPlace(game) > 0;
    const position = placing
      ? positionNow(game).with(placed.value.map((point): [Point, Stone] => [point, "black"]))
      : shown.position;
    const mine = isMyTurn(game) && live.unsent.value.length === 0 && !live.replaced.value;
    return { position, unsent: shown.unsent, ghost: mine ? game.toMove : null };
  });

  function act(d: Action): void {
    const game = view.value;
    if (!game) return;
    refusal.value = null;
    // Pressed twice: the first is on its way.
    const text = JSON.stringify(d);
    if (live.unsent.value.some(pending => JSON.stringify(pending.d) === text)) return;
    const as: Color | null = game.you.length === 2 ? actingColor(game) : null;
    ownIds.add(live.act(d, as ?? undefined));
  }

  function allows(point: Point): boolean {
    const drawn = stones.value;
    if (!drawn?.ghost) return false;
    const placing = view.value && handicapToPlace(view.value) > 0 && !look.seen.value?.past;
    return placing ? drawn.position.at(point) === null : !isRefused(drawn.position.play(drawn.ghost, point));
  }

  function place(point: Point): void {
    const game = view.value;
    if (!game) return;
    if (look.seen.value?.past) {
      const refused = look.play(point);
      if (refused) refuseLocally(TRY_REFUSED[refused.why] ?? "game.refusedTaken");
      else playStone(look.seen.value!.tried?.by ?? "black");
      return;
    }
    if (handicapToPlace(game) > 0) {
      togglePlaced(point, handicapToPlace(game));
      return;
    }
    if (!isMyTurn(game) || live.unsent.value.length > 0) refuseLocally("game.notYourTurn");
    else if (positionNow(game).at(point)) refuseLocally("game.refusedTaken");
    else play(game, point);
  }

  function play(game: GameView, point: Point): void {
    if (allows(point)) playStone(game.toMove!);
    act({ move: toVertex(point, game.size) });
  }

  function refuseLocally(key: Key): void {
    tell(t(key));
  }

  function togglePlaced(point: Point, wanted: number): void {
    const without = placed.value.filter(one => one !== point);
    if (without.length < placed.value.length) placed.value = without;
    else if (without.length < wanted) placed.value = [...without, point];
  }

  return {
    id,
    key,
    live,
    view,
    look,
    over: signal<Over>(null),
    refusal,
    pending: signal<Point | null>(null),
    placed,
    room: signal<Room>("players"),
    read: signal(0),
    ringed: signal<ReadonlySet<Point> | null>(null),
    board: { current: null },
    typed: signal<string | null>(null),
    allows,
    stones,
    act,
    place,
    pass() {
      const game = view.value;
      if (game && isMyTurn(game) && !live.unsent.value.some(pending => "move" in pending.d)) {
        act({ move: "pass" });
      }
    },
    close() {
      clearTimeout(forgetting);
      unwatch();
      caller.stop();
      live.close();
    },
  };
}

/** How many lines of chat came since it was looked at; only so many are kept, so their number alone does not tell. */
export const unreadLines = ({ view, read }: Session): number =>
  view.value?.chat.filter(line => line.at > read.value).length ?? 0;

/** Whether the game can still be cancelled. */
export const canAbort = (view: GameView): boolean =>
  view.stage === "live" && view.phase !== "done" && moveCount(view.steps) < 2;
