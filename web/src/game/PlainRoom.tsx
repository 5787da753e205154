// A game that waits for an opponent, in a sentence and a button.

import { post } from "../api/client";
import { invitation, madeHere } from "../api/keys";
import { t } from "../i18n";
import { CopyButton } from "../ui/CopyButton";
import { errorText } from "../ui/errors";
import { toast } from "../ui/Toast";
import type { WaitingProps } from "./GamePage";

export function PlainRoom({ view, gameKey }: WaitingProps) {
  const key = gameKey ? `?key=${gameKey}` : "";
  const join = () =>
    post(`/games/${view.id}/join${key}`).catch(error => toast(errorText(error), { tone: "bad" }));
  return (
    <main id="main" class="game-failed">
      {madeHere(view.id) || view.you.length > 0 ? (
        <CopyButton text={location.origin + invitation(view.id)} label={t("game.watchLink")} />
      ) : (
        <button type="button" class="btn primary big" onClick={join}>
          {t("game.agree")}
        </button>
      )}
    </main>
  );
}
