// The chat beside the board: lines of a room with the game's own notes between them.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { get } from "../api/client";
import type { GameView, Note } from "../api/gameState";
import { link } from "../api/socket";
import type { ChatLine, Room } from "../api/types";
import { dateTime, t } from "../i18n";
import { errorText } from "../ui/errors";
import { toast } from "../ui/Toast";
import { useBusy } from "../ui/useBusy";
import type { Session } from "./session";
import { noteText } from "./words";

const LONGEST_LINE = 500;

type Line = { at: number; chat: ChatLine } | { at: number; note: Note };

/** As many lines as a snapshot has at most; where it has so many, there may be earlier ones. */
const SNAPSHOT_LINES = 50;

/** Lines of a room and notes, oldest first. `whole` is the chat as it was asked for, with its earlier lines. */
export function linesOf(view: GameView, room: Room, whole: readonly ChatLine[]): Line[] {
  const first = view.chat[0]?.at ?? Number.POSITIVE_INFINITY;
  const chat: Line[] = [...whole.filter(line => line.at < first), ...view.chat]
    .filter(line => line.room === room)
    .map(line => ({ at: line.at, chat: line }));
  const notes: Line[] = room === "players" ? view.notes.map(note => ({ at: note.at, note })) : [];
  return [...chat, ...notes].sort((a, b) => a.at - b.at);
}

/** The rooms somebody may read: the own one, and both once the game is over. */
function roomsOf(view: GameView): Room[] {
  const over = view.stage !== "live" && view.stage !== "waiting";
  if (over) return ["players", "watchers"];
  return view.you.length > 0 ? ["players"] : ["watchers"];
}

const time = (at: number) => dateTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** The newest line of the chat, for the phone. */
export function lastChat(view: GameView): ChatLine | null {
  return view.chat[view.chat.length - 1] ?? null;
}

export function Chat({ session }: { session: Session }) {
  const view = session.view.value!;
  const rooms = roomsOf(view);
  const room = rooms.includes(session.room.value) ? session.room.value : rooms[0]!;
  const whole = useSignal<readonly ChatLine[]>([]);
  const { busy, begin, end } = useBusy();
  const lines = linesOf(view, room, whole.value);
  const earlier = view.chat.length >= SNAPSHOT_LINES && whole.value.length === 0;
  const ask = async () => {
    if (!begin()) return;
    try {
      whole.value = await get<ChatLine[]>(`/games/${session.id}/chat`, { key: session.key });
    } catch (error) {
      toast(errorText(error), { tone: "bad" });
    }
    end();
  };
  const newest = lastChat(view)?.at ?? 0;
  useEffect(() => {
    session.read.value = newest;
  }, [session, newest]);
  return (
    <div class="game-talk">
      {rooms.length > 1 && <Rooms session={session} rooms={rooms} room={room} />}
      {earlier && (
        <button type="button" class="btn quiet game-earlier" aria-disabled={busy || undefined} onClick={ask}>
          {t("game.earlierLines")}
        </button>
      )}
      <Lines view={view} lines={lines} />
      <Speak session={session} room={room} />
    </div>
  );
}

function Rooms({ session, rooms, room }: { session: Session; rooms: Room[]; room: Room }) {
  return (
    <fieldset class="game-rooms">
      <legend class="vh">{t("game.room")}</legend>
      {rooms.map(one => (
        <button
          key={one}
          type="button"
          class="btn quiet"
          aria-pressed={one === room}
          onClick={() => {
            session.room.value = one;
          }}
        >
          {t(one === "players" ? "game.roomPlayers" : "game.roomWatchers")}
        </button>
      ))}
    </fieldset>
  );
}

/** How far from the end still counts as reading the newest lines, in pixels. */
const NEAR_END = 48;

function Lines({ view, lines }: { view: GameView; lines: Line[] }) {
  const list = useRef<HTMLUListElement>(null);
  const atEnd = useRef(true);
  const unseen = useSignal(0);
  const last = lines[lines.length - 1]?.at ?? 0;
  const known = useRef(last);
  const height = useRef(0);

  const toEnd = () => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
    unseen.value = 0;
  };
  useLayoutEffect(() => {
    const more = lines.filter(line => line.at > known.current).length;
    known.current = last;
    if (atEnd.current) toEnd();
    else if (more > 0) unseen.value += more;
    // Earlier lines came in above: what was being read stays where it is.
    else list.current?.scrollBy({ top: list.current.scrollHeight - height.current });
    height.current = list.current?.scrollHeight ?? 0;
  }, [lines.length, last]);

  const onScroll = () => {
    // The last scroll may be told when the list is gone.
    if (!list.current) return;
    const { scrollTop, scrollHeight, clientHeight } = list.current;
    atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (atEnd.current) unseen.value = 0;
  };
  return (
    <div class="game-lines">
      <ul ref={list} class="game-msgs" tabIndex={0} aria-label={t("game.chatLines")} onScroll={onScroll}>
        {lines.map((line, index) =>
          "chat" in line ? (
            <Said key={index} line={line.chat} />
          ) : (
            <Noted key={index} view={view} note={line.note} />
          ),
        )}
      </ul>
      {unseen.value > 0 && (
        <button type="button" class="btn primary game-newlines" onClick={toEnd}>
          {t("game.newLines", { n: unseen.value })}
        </button>
      )}
    </div>
  );
}

function Said({ line }: { line: ChatLine }) {
  return (
    <li>
      {line.color && <span class={`stone ${line.color === "black" ? "b" : "w"}`} aria-hidden="true" />}
      <b>{line.name}</b> <bdi>{line.text}</bdi> <time class="faint xs num">{time(line.at)}</time>
    </li>
  );
}

function Noted({ view, note }: { view: GameView; note: Note }) {
  return (
    <li class="game-note">
      <time class="num">{time(note.at)}</time> {noteText(view, note)}
    </li>
  );
}

function Speak({ session, room }: { session: Session; room: Room }) {
  const text = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    const line = text.value.trim();
    if (!line) return;
    if (session.live.chat(room, line)) text.value = "";
    else toast(t("game.chatLost"), { tone: "warn" });
  };
  const off = link.value.state !== "open";
  return (
    <form class="game-speak" onSubmit={send}>
      <input
        id="game-chat"
        class="field"
        autocomplete="off"
        maxLength={LONGEST_LINE}
        placeholder={t(off ? "game.chatOff" : "game.chatHint")}
        aria-label={t("game.chatField")}
        enterkeyhint="send"
        value={text.value}
        onInput={event => {
          text.value = event.currentTarget.value;
        }}
      />
    </form>
  );
}
