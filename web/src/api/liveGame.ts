// A game that is open on a page: its state as signals, kept true by the socket.

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { fromVertex } from "../board/points";
import { Position, refused } from "../board/position";
import { get } from "./client";
import { apply, fromSnapshot, type GameView, needsSnapshot, now, withHistory } from "./gameState";
import {
  forgetUnsent,
  type GameFrame,
  type GameLine,
  openGame,
  outbox,
  type Pending,
  type Refusal,
  serverNow,
} from "./socket";
import type { EventPage, GameId, Message, Snapshot } from "./types";

/** Why a game cannot be shown. */
export type Failure = { code: string; words: Message };

export type LiveGame = Pick<GameLine, "act" | "chat" | "refresh" | "takeBack" | "close"> & {
  /** Null until the first snapshot has come. */
  view: ReadonlySignal<GameView | null>;
  failure: ReadonlySignal<Failure | null>;
  /** Another tab plays this game now. */
  replaced: ReadonlySignal<boolean>;
  /** Actions that the server has not answered. */
  unsent: ReadonlySignal<readonly Pending[]>;
  /** The position with the own stone that is on its way. */
  shown: ReadonlySignal<Shown | null>;
};

export type Shown = { position: Position; unsent: number | null };

type Hooks = {
  key?: string | null;
  /** Takes the game from other tabs: for the page that plays it. */
  exclusive?: boolean;
  /** After each frame, with the state before and after it. */
  onFrame?(frame: GameFrame, after: GameView, before: GameView | null): void;
  onRefused?(refusal: Refusal, action: Pending | null): void;
};

/** Opens a game. Close it when the page goes. */
export function openLive(id: GameId, hooks: Hooks = {}): LiveGame {
  const view = signal<GameView | null>(null);
  const failure = signal<Failure | null>(null);
  const replaced = signal(false);
  const unsent = computed(() => outbox.value.filter(pending => pending.game === id));
  let start: Position | null = null;
  let asking = false;

  async function askHistory(): Promise<void> {
    if (asking || !start) return;
    asking = true;
    try {
      const page = await get<EventPage>(`/games/${id}/events`, { key: hooks.key });
      const current = view.value;
      if (current && !current.complete && page.last === current.seq) {
        view.value = withHistory(current, page.events, start);
      }
    } catch {
      // The game is shown as it stands; the next snapshot asks again.
    } finally {
      asking = false;
    }
  }

  function next(frame: GameFrame): GameView | null {
    if (frame.t !== "snapshot") return view.value && apply(view.value, frame, serverNow());
    const snapshot: Snapshot = frame;
    const size = { cols: snapshot.setup.cols, rows: snapshot.setup.rows };
    start = Position.fromStones(size, snapshot.start.black, snapshot.start.white);
    return fromSnapshot(snapshot, view.value);
  }

  const line = openGame(
    id,
    { key: hooks.key ?? null, exclusive: hooks.exclusive ?? false },
    {
      frame(frame) {
        const before = view.value;
        const after = next(frame);
        if (!after) return;
        batch(() => {
          view.value = after;
          failure.value = null;
        });
        if (after.stage === "done" || after.stage === "cancelled") forgetUnsent(id);
        if (needsSnapshot(frame)) line.refresh();
        if (!after.complete) void askHistory();
        hooks.onFrame?.(frame, after, before);
      },
      refused(refusal) {
        hooks.onRefused?.(refusal, lastAnswered(refusal.id));
      },
      failed(code, words) {
        failure.value = { code, words };
      },
      replaced() {
        replaced.value = true;
      },
    },
  );

  const sent = new Map<string, Pending>();
  const lastAnswered = (of: string | null): Pending | null => (of && sent.get(of)) || null;

  return {
    view,
    failure,
    replaced,
    unsent,
    shown: computed(() => view.value && shownPosition(view.value, unsent.value)),
    act(d, as) {
      const made = line.act(d, as);
      sent.set(made, { game: id, id: made, d, at: Date.now() });
      return made;
    },
    chat: line.chat,
    refresh: line.refresh,
    takeBack() {
      replaced.value = false;
      line.takeBack();
    },
    close: line.close,
  };
}

function shownPosition(view: GameView, unsent: readonly Pending[]): Shown {
  const position = now(view);
  const move = unsent.find(pending => "move" in pending.d);
  const color = move?.as ?? view.toMove;
  if (!move || !("move" in move.d) || !color || view.phase !== "play") return { position, unsent: null };
  const point = fromVertex(move.d.move, view.size);
  if (point === null) return { position, unsent: null };
  // What the board here thinks impossible is left to the server to judge; the stone waits for its word unseen.
  const played = position.play(color, point);
  return refused(played) ? { position, unsent: null } : { position: played.position, unsent: point };
}
