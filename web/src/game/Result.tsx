// The game is over: the verdict in a sentence, and where to go from here.

import { Link, useLocation } from "wouter-preact";
import type { GameView } from "../api/gameState";
import { fraction, say, t } from "../i18n";
import { errorText } from "../ui/errors";
import { toast } from "../ui/Toast";
import { useBusy } from "../ui/useBusy";
import { amount } from "./groups";
import { invitedTo, makeRematch } from "./rematch";
import type { Session } from "./session";
import { heading, side } from "./words";

/** The verdict in one sentence: “黑 185 子，超过 184¼，胜 ¾ 子，等于 1½ 目”. */
function sentence(view: GameView): string | null {
  if (!view.count) return null;
  const { black, white } = view.count.totals;
  const won = /^([BW])\+([\d.]+)$/.exec(view.result ?? "");
  if (view.setup.unit !== "zi" || !won) {
    return t("game.totals", { black: amount(view, black), white: amount(view, white) });
  }
  const winner = won[1] === "B" ? "black" : "white";
  const total = Number(winner === "black" ? black : white);
  const points = Number(won[2]);
  return t("game.verdictZi", {
    side: side(winner),
    total: fraction(total),
    need: fraction(total - points / 2),
    zi: fraction(points / 2),
    points: fraction(points),
  });
}

export function Result({ session }: { session: Session }) {
  const view = session.view.value!;
  const counted = view.count !== null;
  const base = `/g/${session.id}`;
  const line = sentence(view);
  return (
    <section class="card game-result" aria-label={t("game.result")}>
      <h2 class="title">{heading(view)}</h2>
      {line && <p class="num">{line}</p>}
      {view.stage === "cancelled" && <p>{t("game.cancelledWhy")}</p>}
      {counted && (
        <details>
          <summary>{t("game.working")}</summary>
          <ol tabIndex={0} aria-label={t("game.working")}>
            {view.count!.lines.map((one, index) => (
              <li key={index}>{say(one.text)}</li>
            ))}
          </ol>
        </details>
      )}
      <Invited view={view} />
      <div class="game-ways">
        {counted && (
          <Link class="btn primary" href={`${base}/count`}>
            {t("game.theatre")}
          </Link>
        )}
        {counted && (
          <Link class="btn" href={`${base}/lab`}>
            {t("game.lab")}
          </Link>
        )}
        <Link class="btn" href={`${base}/record`}>
          {t("game.review")}
        </Link>
        {view.you.length > 0 && <Rematch session={session} />}
        <Link class="btn" href="/">
          {t("errors.home")}
        </Link>
      </div>
    </section>
  );
}

function Invited({ view }: { view: GameView }) {
  const invited = invitedTo(view);
  if (!invited) return null;
  return (
    <p class="game-invited">
      <span class="grow">{t("game.rematchAsked")}</span>
      <Link class="btn primary" href={invited.path}>
        {t("game.accept")}
      </Link>
    </p>
  );
}

function Rematch({ session }: { session: Session }) {
  const view = session.view.value!;
  const { busy, begin, end } = useBusy();
  const [, go] = useLocation();
  const again = async () => {
    if (!begin()) return;
    try {
      const { path } = await makeRematch(view);
      const other =
        !view.setup.here && view.players.black.engine == null && view.players.white.engine == null;
      if (other) session.live.chat("players", t("game.rematchChat", { link: location.origin + path }));
      go(path);
    } catch (error) {
      toast(errorText(error), { tone: "bad" });
      end();
    }
  };
  return (
    <button type="button" class="btn" aria-disabled={busy} onClick={again}>
      {t("game.rematch")}
    </button>
  );
}
