// Somebody opens an invitation after the seat was taken, or the game taken back: says so, and what can be done.

import { useState } from "preact/hooks";
import { Link, useParams, useSearchParams } from "wouter-preact";
import { enter, get } from "../api/client";
import { madeHere } from "../api/keys";
import type { Snapshot } from "../api/types";
import { t } from "../i18n";
import { Dialog } from "../ui/Dialog";
import { playerName } from "../ui/players";
import { useAsync } from "../ui/useAsync";

/** The game, where it is too late to sit down in it. */
async function late(id: string, key: string | null): Promise<Snapshot | null> {
  if (!key || madeHere(id)) return null;
  await enter();
  const game = await get<Snapshot>(`/games/${id}`, { key });
  return game.state !== "waiting" && game.you.length === 0 ? game : null;
}

export default function LateDialog() {
  const { id } = useParams<{ id: string }>();
  const [query] = useSearchParams();
  const key = query.get("key");
  // A game that cannot be opened at all is the page's own matter.
  const { data: game } = useAsync(() => late(id, key).catch(() => null), [id, key]);
  const [closed, setClosed] = useState(false);
  if (!game || closed) return null;
  const { black, white } = game.players;
  const taken = game.state !== "cancelled";
  const names = { black: playerName(black), white: playerName(white) };
  return (
    <Dialog
      title={t(taken ? "wait.full" : "wait.cancelled")}
      onClose={() => setClosed(true)}
      actions={
        <>
          <Link class="btn" href="/new">
            {t("wait.another")}
          </Link>
          {taken && (
            <button type="button" class="btn primary" onClick={() => setClosed(true)} autofocus>
              {t("wait.watch")}
            </button>
          )}
        </>
      }
    >
      <p>{taken ? t("wait.players", names) : t("wait.cancelledAbout")}</p>
    </Dialog>
  );
}
