// The strip under the chat: first, back, where one looks, forward, now. Azure while one looks back.

import type { GameView } from "../api/gameState";
import { moveCount } from "../api/gameState";
import { t } from "../i18n";
import { Icon, type IconName } from "../ui/Icon";
import type { Seen } from "./look";
import type { Session } from "./session";
import { pointName, side, stepName } from "./words";

/** Where one looks, as a number and a name. */
export function place(view: GameView, seen: Seen, session: Session): { number: string; name: string } {
  const n = moveCount(view.steps.slice(0, seen.step));
  if (seen.tried) {
    const path = session.look.path(seen.tried);
    const { by, at } = seen.tried;
    return {
      number: t("game.tried", { k: path.length }),
      name: `${side(by)} ${pointName(at, view.size)}`,
    };
  }
  const step = view.steps[seen.step - 1];
  return { number: t("game.move", { n }), name: step ? stepName(step, view.size) : t("game.beforeFirst") };
}

export function StepStrip({ session }: { session: Session }) {
  const view = session.view.value!;
  const seen = session.look.seen.value!;
  const { look } = session;
  const { number, name } = place(view, seen, session);
  const start = seen.step === 0 && !seen.tried;
  return (
    <>
      <fieldset class={`game-walk ${seen.past ? "past" : ""}`}>
        <legend class="vh">{t("game.walk")}</legend>
        <Step icon="first" text={t("game.first")} off={start} run={() => look.toStep(0)} />
        <Step icon="prev" text={t("game.prev")} off={start} run={() => look.back()} />
        {seen.past ? (
          <button type="button" class="btn game-tonow" onClick={look.toNow}>
            <span>
              <b class="num">{number}</b> <span>{name}</span>
            </span>
            {t("game.toNow")}
          </button>
        ) : (
          <span class="sm game-where">
            <b class="num">{number}</b> <span class="muted">{name}</span>
          </span>
        )}
        <Step icon="next" text={t("game.next")} off={!seen.past} run={() => look.forward()} />
        <Step icon="last" text={t("game.last")} off={!seen.past} run={look.toNow} />
      </fieldset>
      {seen.past && <Variations session={session} />}
    </>
  );
}

function Step({ icon, text, off, run }: { icon: IconName; text: string; off: boolean; run: () => void }) {
  return (
    <button
      type="button"
      class="btn icon"
      aria-label={text}
      title={text}
      aria-disabled={off}
      onClick={() => !off && run()}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The variations that were tried, as a list of buttons. */
function Variations({ session }: { session: Session }) {
  const view = session.view.value!;
  const { look } = session;
  const seen = look.seen.value!;
  const here = seen.tried ? look.path(seen.tried)[0]!.id : null;
  return (
    <div class="game-tries">
      <p class="sm">{t("game.triesHint")}</p>
      {look.variations.value.length > 0 && (
        <ul aria-label={t("game.tries")}>
          {look.variations.value.map(first => (
            <li key={first.id}>
              <button
                type="button"
                class="btn"
                aria-current={first.id === here ? "true" : undefined}
                onClick={() => look.toTry(first.id)}
              >
                {t("game.tryLine", {
                  n: moveCount(view.steps.slice(0, first.from)),
                  at: pointName(first.at, view.size),
                  k: look.length(first),
                })}
              </button>
            </li>
          ))}
          {here !== null && (
            <li>
              <button type="button" class="btn quiet" onClick={look.remove}>
                {t("game.tryRemove")}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
