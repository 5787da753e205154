// Questions before what cannot be taken back, and the list of keys.

import { actingColor, type GameView, now, passesNow } from "../api/gameState";
import { t } from "../i18n";
import { Confirm, Dialog } from "../ui/Dialog";
import { KeysDialog } from "../ui/KeysDialog";
import { Sheet } from "../ui/Sheet";
import { Chat } from "./Chat";
import { HELP } from "./keys";
import { lookForLoose } from "./loose";
import { canAbort, type Session } from "./session";
import { pointName, side } from "./words";

export function Dialogs({ session }: { session: Session }) {
  const close = () => {
    session.over.value = null;
  };
  switch (session.over.value) {
    case "pass":
      return <PassDialog session={session} close={close} />;
    case "resign":
      return <ResignDialog session={session} close={close} />;
    case "abort":
      return (
        <Confirm
          title={t("game.abortAsk")}
          yes={t("game.abort")}
          danger
          onNo={close}
          onYes={() => {
            close();
            session.act({ abort: {} });
          }}
        >
          <p>{t("game.abortWhy")}</p>
        </Confirm>
      );
    case "dispute":
      return (
        <Confirm
          title={t("marking.disputeAsk")}
          yes={t("marking.playOn")}
          onNo={close}
          onYes={() => {
            close();
            session.act({ dispute: {} });
          }}
        >
          <p>{t("marking.disputeWhy")}</p>
        </Confirm>
      );
    case "keys":
      return <KeysDialog lines={HELP} onClose={close} />;
    case "chat":
      return (
        <Sheet title={t("game.chat")} onClose={close} class="game-chatsheet">
          <Chat session={session} />
        </Sheet>
      );
    default:
      return null;
  }
}

/** What is still open on the board, before the pass that stops play. */
function looseText(view: GameView): string | null {
  const color = actingColor(view);
  if (!color || passesNow(view) === 0) return null;
  const { dame, defence } = lookForLoose(now(view), color);
  const parts: string[] = [];
  if (dame.length > 0) parts.push(t("game.looseDame", { n: dame.length }));
  if (defence !== null) {
    parts.push(t("game.looseDefence", { at: pointName(defence, view.size), side: side(color) }));
  }
  return parts.length > 0 ? parts.join("") : null;
}

function PassDialog({ session, close }: { session: Session; close: () => void }) {
  const view = session.view.value!;
  const second = passesNow(view) > 0;
  const loose = looseText(view);
  return (
    <Confirm
      title={t(loose ? "game.passAnyway" : "game.passAsk")}
      yes={t("game.pass")}
      onNo={close}
      onYes={() => {
        close();
        session.pass();
      }}
    >
      {loose && <p>{loose}</p>}
      {second && <p>{t("game.passEnds")}</p>}
    </Confirm>
  );
}

function ResignDialog({ session, close }: { session: Session; close: () => void }) {
  const view = session.view.value!;
  const abort = canAbort(view);
  return (
    <Dialog
      title={t("game.resignAsk")}
      onClose={close}
      actions={
        <>
          <button type="button" class="btn" onClick={close} autofocus>
            {t("common.cancel")}
          </button>
          {abort && (
            <button
              type="button"
              class="btn"
              onClick={() => {
                close();
                session.act({ abort: {} });
              }}
            >
              {t("game.abort")}
            </button>
          )}
          <button
            type="button"
            class="btn danger"
            onClick={() => {
              close();
              session.act({ resign: {} });
            }}
          >
            {t("game.resign")}
          </button>
        </>
      }
    >
      {view.you.length === 2 && <p>{t("game.resignSide", { side: side(actingColor(view)!) })}</p>}
      {abort && <p>{t("game.abortWhy")}</p>}
    </Dialog>
  );
}
