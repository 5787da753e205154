// Agreeing on dead stones: the proposal's groups with reasons, the count so far, who accepts what is marked.

import type { GameView } from "../api/gameState";
import { serverNow } from "../api/socket";
import type { Color } from "../api/types";
import { useRedraw } from "../clock/useShown";
import { clockDigits } from "../clock/words";
import { fraction, sentence, t } from "../i18n";
import { Icon } from "../ui/Icon";
import { assertive } from "../ui/live";
import {
  changed,
  type Group,
  groupAt,
  groupName,
  groupsOf,
  type Marks,
  placeOf,
  type Status,
  shownMarks,
  unitOf,
} from "./groups";
import { Notice } from "./Notices";
import type { Session } from "./session";
import { playerName, side } from "./words";

/** Changes how stones are judged, and says so. */
export function judge(session: Session, stones: readonly number[], status: Status): void {
  const view = session.view.value!;
  if (view.you.length === 0 || view.phase !== "counting") return;
  session.act(changed(view, shownMarks(view, session.live.unsent.value), stones, status));
}

/** A stone was tapped: its group changes between dead and alive. */
export function toggleAt(session: Session, point: number): void {
  const view = session.view.value!;
  const stones = groupAt(view, point);
  if (stones.length === 0) return;
  const { dead } = shownMarks(view, session.live.unsent.value);
  judge(session, stones, dead.has(stones[0]!) ? "alive" : "dead");
}

export function MarkingPanel({ session }: { session: Session }) {
  const view = session.view.value!;
  const marks = shownMarks(view, session.live.unsent.value);
  const player = view.you.length > 0;
  return (
    <>
      <p class="game-markhelp">{t(player ? "marking.help" : "marking.helpWatcher")}</p>
      {session.refusal.value && <Notice tone="bad">{session.refusal.value}</Notice>}
      {view.withdrawn && <Notice tone="warn">{t("marking.changed")}</Notice>}
      <Groups session={session} marks={marks} />
      <Totals view={view} />
      <Acceptances view={view} />
      {player && <Settle session={session} />}
      {player && <MarkingActions session={session} />}
    </>
  );
}

function Groups({ session, marks }: { session: Session; marks: Marks }) {
  const view = session.view.value!;
  const groups = groupsOf(view, marks);
  if (!view.marking && !view.proposal) return <p class="card game-nogroups muted">{t("marking.looking")}</p>;
  if (groups.length === 0) return <p class="card game-nogroups muted">{t("marking.noDead")}</p>;
  return (
    <ul
      class="card game-groups"
      aria-label={t("marking.groups")}
      tabIndex={view.you.length > 0 ? undefined : 0}
    >
      {groups.map(group => (
        <GroupRow key={group.stones[0]} session={session} group={group} />
      ))}
    </ul>
  );
}

const OTHERS: Record<Status, Status[]> = {
  alive: ["dead", "seki"],
  dead: ["alive", "seki"],
  seki: ["alive", "dead"],
};

/** Where area is counted in 子, stones in seki count like any living ones: nothing has to be marked. */
const sekiCounts = (view: GameView): boolean => view.setup.unit !== "zi";

function GroupRow({ session, group }: { session: Session; group: Group }) {
  const view = session.view.value!;
  const ring = (on: boolean) => () => {
    session.ringed.value = on ? new Set(group.stones) : null;
  };
  return (
    <li
      onPointerEnter={ring(true)}
      onPointerLeave={ring(false)}
      onFocusIn={ring(true)}
      onFocusOut={ring(false)}
    >
      <span class={`stone ${group.color === "black" ? "b" : "w"}`} aria-hidden="true" />
      <span>
        <b>{groupName(view, group)}</b>
        {group.unsure && <span class="tag warn">{t("marking.unsure")}</span>}
        {group.reason && <small>{sentence(group.reason)}</small>}
      </span>
      {view.you.length > 0 && (
        <span class="game-judge">
          {OTHERS[group.status]
            .filter(status => status !== "seki" || sekiCounts(view))
            .map(status => (
              <button
                key={status}
                type="button"
                class="btn"
                aria-label={t("marking.makeGroup", {
                  what: t(`marking.make.${status}`),
                  place: t(placeOf(group.stones, view.size)),
                  side: t(`marking.side.${group.color}`),
                  n: group.stones.length,
                })}
                onClick={() => judge(session, group.stones, status)}
              >
                {t(`marking.make.${status}`)}
              </button>
            ))}
        </span>
      )}
    </li>
  );
}

/** Both sides' totals as the marking stands. */
function Totals({ view }: { view: GameView }) {
  if (!view.count) return null;
  const { black, white } = view.count.totals;
  return (
    <dl class="card game-totals">
      {[["black", black] as const, ["white", white] as const].map(([color, n]) => (
        <div key={color}>
          <dt>{side(color)}</dt>
          <dd class="num">
            {fraction(n)} <small>{unitOf(view, n)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Acceptances({ view }: { view: GameView }) {
  return (
    <ul class="card game-agree" aria-label={t("marking.acceptances")}>
      {(["black", "white"] as Color[]).map(color => (
        <li key={color}>
          <span class={`stone ${color === "black" ? "b" : "w"}`} aria-hidden="true" />
          <span class="ell">
            {playerName(view, color)}
            {view.you.length === 1 && view.you[0] === color && t("marking.you")}
          </span>
          <Acceptance view={view} color={color} />
        </li>
      ))}
    </ul>
  );
}

function Acceptance({ view, color }: { view: GameView; color: Color }) {
  if (view.agreed[color]) {
    return (
      <span class="tag ok">
        <Icon name="check" />
        {t("marking.accepted")}
      </span>
    );
  }
  const own = view.you.includes(color);
  return (
    <span class={`tag ${own ? "warn" : ""}`}>{t(own ? "marking.waitsForYou" : "marking.waitsForThem")}</span>
  );
}

/** When the other one does not answer, the server may be asked to decide. */
function Settle({ session }: { session: Session }) {
  const view = session.view.value!;
  const own = view.you.length === 1 ? view.you[0]! : null;
  const from = own && view.agreed[own] ? (view.settle?.[own] ?? null) : null;
  const wait = from === null ? 0 : Math.max(0, from - serverNow());
  useRedraw(wait > 0 ? Math.min(wait, 1000) : null);
  if (from === null) return null;
  if (wait > 0) return <Notice>{t("marking.settleIn", { time: clockDigits(wait + 999) })}</Notice>;
  return (
    <Notice
      tone="ask"
      actions={
        <button type="button" class="btn primary" onClick={() => session.act({ settle: {} })}>
          {t("marking.settle")}
        </button>
      }
    >
      {t("marking.settleNow")}
    </Notice>
  );
}

function MarkingActions({ session }: { session: Session }) {
  const view = session.view.value!;
  const own = view.you[0]!;
  const busy = session.live.unsent.value.length > 0;
  const done = view.you.length === 1 && view.agreed[own];
  const off = !view.marking || busy || done;
  const agree = () => {
    if (off) return;
    session.act({ agree: { seq: view.marking!.seq } });
    if (view.you.length === 1) assertive(t("marking.youAccepted"));
  };
  return (
    <fieldset class="game-markacts" data-foot>
      <legend class="vh">{t("game.actions")}</legend>
      <button
        type="button"
        class="btn big"
        onClick={() => {
          session.over.value = "dispute";
        }}
      >
        {t("marking.dispute")}
      </button>
      <button type="button" class="btn big primary" aria-disabled={off} onClick={agree}>
        {done ? t("marking.accepted") : t("marking.accept")}
      </button>
    </fieldset>
  );
}
