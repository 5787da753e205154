// Games and lobby over the page's one WebSocket.
//
//   openGame(id, { key, exclusive }, ears)  events of a game in order, without gaps; actions through the outbox
//   watchLobby()                            keeps `lobby.seeks` and `lobby.games` true while somebody looks
//   link, latency, serverNow(), clockSkew   how the line stands

import { signal } from "@preact/signals";
import { ensure, link, own, send } from "./connection";
import { answered, drop, enqueue, outbox, pendingIn } from "./outbox";
import { clockSkew, latency, serverNow } from "./serverTime";
import { hold } from "./tabs";
import type { Action, Color, GameId, ListedGame, Message, Room, Seek, ServerMessage } from "./types";

export type { Link } from "./connection";
export type { Pending } from "./outbox";
export { clockSkew, latency, link, outbox, serverNow };

type Kinds = "snapshot" | "event" | "asks" | "proposal" | "chat" | "presence" | "call";

/** A frame about a game. Events come with consecutive numbers, after a snapshot. */
export type GameFrame = Extract<ServerMessage, { t: Kinds }>;

/** An action, or something else of this game, that the server did not do. */
export type Refusal = { id: string | null; code: string; words: Message };

/** What is told about a game. */
export type Ears = {
  frame(frame: GameFrame): void;
  refused?(refusal: Refusal): void;
  /** The game cannot be opened: unknown, private, too many, … */
  failed?(code: string, words: Message): void;
  /** Another tab has taken the game. */
  replaced?(): void;
};

/** A game that is open. */
export type GameLine = {
  /** Does something; it is sent until the server answers. Returns its id. */
  act(d: Action, as?: Color): string;
  /** Says something; false without a line. */
  chat(room: Room, text: string): boolean;
  /** Asks for a new snapshot. */
  refresh(): void;
  /** Takes the game back from another tab. */
  takeBack(): void;
  close(): void;
};

type Open = { key: string | null; seq: number | null; ears: Set<Ears>; letGo: (() => void) | null };

const games = new Map<GameId, Open>();
/** Games that were asked for and not yet answered, in the order of asking. */
let asked: GameId[] = [];

/** Open seeks and live games; null before the first news. */
export const lobby = {
  seeks: signal<readonly Seek[] | null>(null),
  games: signal<readonly ListedGame[] | null>(null),
};
let watchers = 0;

own({
  wanted: () => games.size > 0 || watchers > 0,
  opened: () => {
    asked = [];
    for (const id of games.keys()) subscribe(id);
    for (const pending of outbox.value) transmit(pending.game, pending);
    if (watchers > 0) send({ t: "lobby", on: true });
  },
  frame: receive,
});

function subscribe(id: GameId, afresh = false): void {
  const open = games.get(id);
  if (!open) return;
  const after = !afresh && open.seq !== null ? { after: open.seq } : {};
  if (send({ t: "sub", game: id, ...after, ...(open.key ? { key: open.key } : {}) })) asked.push(id);
}

function transmit(game: GameId, { id, as, d }: { id: string; as?: Color; d: Action }): void {
  // A game that another tab plays, or that nobody has open, has to wait until it is opened again.
  if (games.has(game)) send({ t: "event", game, id, d, ...(as ? { as } : {}) });
}

function receive(frame: ServerMessage): void {
  switch (frame.t) {
    case "lobby":
      if (frame.seeks) lobby.seeks.value = frame.seeks;
      if (frame.games) lobby.games.value = frame.games;
      return;
    case "refused":
      refused(frame.game ?? null, { id: frame.id ?? null, code: frame.code, words: frame.message });
      return;
    case "error":
      misunderstood(frame.code, frame.message);
      return;
    default:
      // Whatever else there is, or a newer server says, is nothing to a game.
      if (isGameFrame(frame)) pass(frame);
  }
}

const KINDS: ReadonlySet<string> = new Set<Kinds>([
  "snapshot",
  "event",
  "asks",
  "proposal",
  "chat",
  "presence",
  "call",
]);

const isGameFrame = (frame: ServerMessage): frame is GameFrame => KINDS.has(frame.t);

/** Frames that answer the wish to open a game. */
const OPENED = new Set(["snapshot", "event", "presence"]);

function pass(frame: GameFrame): void {
  const waiting = OPENED.has(frame.t) ? asked.indexOf(frame.game) : -1;
  if (waiting >= 0) asked.splice(waiting, 1);
  const open = games.get(frame.game);
  if (frame.t === "event" || frame.t === "asks") answered(frame.id);
  if (!open) return;
  // Taking the free seat is no event: a game that waits is asked for as a whole until somebody came.
  if (frame.t === "snapshot") open.seq = frame.state === "waiting" ? null : frame.seq;
  if (frame.t === "event") {
    // Sent once more because its action was.
    if (open.seq !== null && frame.seq <= open.seq) return;
    if (open.seq === null || frame.seq !== open.seq + 1) {
      subscribe(frame.game);
      return;
    }
    open.seq = frame.seq;
  }
  for (const ears of open.ears) ears.frame(frame);
  if (frame.t === "event" && "unpause" in frame.d) {
    for (const pending of pendingIn(frame.game)) transmit(frame.game, pending);
  }
}

/** A move made just before an interruption, or sent again after a restart, waits in the outbox until the game goes on. */
function waits({ id, code }: Refusal): boolean {
  return code === "paused" && outbox.value.some(pending => pending.id === id && "move" in pending.d);
}

function refused(game: GameId | null, refusal: Refusal): void {
  if (game === null && !refusal.id) {
    misunderstood(refusal.code, refusal.words);
    return;
  }
  if (waits(refusal)) return;
  const known = answered(refusal.id);
  const open = game === null ? undefined : games.get(game);
  if (!open) return;
  // Without an id it answers the wish to open the game, or a line of chat.
  const opening = !refusal.id && asked.includes(game!);
  if (opening) asked = asked.filter(id => id !== game);
  for (const ears of open.ears) {
    if (opening) ears.failed?.(refusal.code, refusal.words);
    else if (!refusal.id || known) ears.refused?.(refusal);
  }
}

const ABOUT_OPENING = new Set(["game.unknown", "socket.too_many_games", "server.busy", "server.error"]);

/** An error names no game; one about opening is the answer to the first game that was asked for. */
function misunderstood(code: string, words: Message): void {
  if (ABOUT_OPENING.has(code)) {
    const id = asked.shift();
    for (const ears of (id && games.get(id)?.ears) || []) ears.failed?.(code, words);
    return;
  }
  for (const open of games.values()) for (const ears of open.ears) ears.refused?.({ id: null, code, words });
}

/** Opens a game. With `exclusive` this tab takes it from others. */
export function openGame(
  id: GameId,
  { key = null, exclusive = false }: { key?: string | null; exclusive?: boolean },
  ears: Ears,
): GameLine {
  const found = games.get(id);
  const open: Open = found ?? { key, seq: null, ears: new Set(), letGo: null };
  open.ears.add(ears);
  open.key ??= key;
  games.set(id, open);
  const take = () => {
    if (!exclusive) return;
    open.letGo?.();
    open.letGo = hold(id, () => {
      games.delete(id);
      send({ t: "unsub", game: id });
      for (const each of open.ears) each.replaced?.();
    });
  };
  take();
  ensure();
  // Whoever comes second needs the whole, too.
  subscribe(id, true);
  for (const pending of pendingIn(id)) transmit(id, pending);
  return {
    act(d, as) {
      const pending = enqueue(id, d, as);
      transmit(id, pending);
      return pending.id;
    },
    chat: (room, text) => send({ t: "chat", game: id, room, text }),
    refresh: () => subscribe(id, true),
    takeBack() {
      games.set(id, open);
      take();
      ensure();
      subscribe(id, true);
    },
    close() {
      open.ears.delete(ears);
      if (open.ears.size > 0) return;
      open.letGo?.();
      if (games.get(id) === open && games.delete(id)) send({ t: "unsub", game: id });
    },
  };
}

/** Gives up the unsent actions of a game that is over. */
export const forgetUnsent = drop;

/** Listens to the lobby until the returned function is called. */
export function watchLobby(): () => void {
  if (watchers++ === 0) {
    ensure();
    send({ t: "lobby", on: true });
  }
  return () => {
    if (--watchers === 0) send({ t: "lobby", on: false });
  };
}
