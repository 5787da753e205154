// The table a game is played at: the board, and beside it (on phones above and below it) seats, chat, steps, actions.

import { useRef } from "preact/hooks";
import { isOver } from "../api/gameState";
import { opponent } from "../board/points";
import type { Measures } from "../board/types";
import { t } from "../i18n";
import { ActionBar, Actions } from "./Actions";
import { Chat, lastChat } from "./Chat";
import { GameBoard } from "./GameBoard";
import { MarkingPanel } from "./Marking";
import { Notices } from "./Notices";
import { Result } from "./Result";
import { GameSeat, upperColor } from "./Seats";
import { StepStrip } from "./StepStrip";
import type { Session } from "./session";

export function Table({ session }: { session: Session }) {
  const view = session.view.value!;
  const upper = upperColor(view);
  const main = useRef<HTMLElement>(null);
  // Everything beside the board lines up with its edges.
  const onMeasure = ({ height }: Measures) => main.current?.style.setProperty("--board-h", `${height}px`);
  const over = isOver(view);
  if (view.phase === "counting" && !session.look.seen.value?.past) {
    return (
      <main
        id="main"
        ref={main}
        class="game-main game-marking"
        tabIndex={-1}
        inert={session.live.replaced.value}
      >
        <GameBoard session={session} onMeasure={onMeasure} />
        <div class="game-side">
          <MarkingPanel session={session} />
        </div>
      </main>
    );
  }
  return (
    <main id="main" ref={main} class="game-main" tabIndex={-1} inert={session.live.replaced.value}>
      <GameBoard session={session} onMeasure={onMeasure} />
      <div class="game-side">
        <GameSeat session={session} color={upper} place="opp" />
        <GameSeat session={session} color={opponent(upper)} place="me" />
        {over ? <Result session={session} /> : <Notices session={session} />}
        <aside class="card game-chat" aria-label={t("game.chat")}>
          <Chat session={session} />
        </aside>
        <Peek session={session} />
        <div class="game-steps">
          <StepStrip session={session} />
        </div>
        {view.you.length > 0 && !over && <Actions session={session} />}
      </div>
      <ActionBar session={session} />
    </main>
  );
}

/** The newest line of chat, where there is no room for all of it. */
function Peek({ session }: { session: Session }) {
  const line = lastChat(session.view.value!);
  if (!line) return null;
  return (
    <button
      type="button"
      class="game-peek ell"
      onClick={() => {
        session.over.value = "chat";
      }}
    >
      <b>{line.name}</b> {line.text}
    </button>
  );
}
