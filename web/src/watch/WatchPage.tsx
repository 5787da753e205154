// Games being played, as a wall of boards: up to twelve live ones, the others as rows. One can be enlarged in place; Shift
// F turns the page into a projector's picture.

import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { get } from "../api/client";
import { link, lobby, watchLobby } from "../api/socket";
import type { GameId, RulesetView } from "../api/types";
import { useRedraw } from "../clock/useShown";
import { say, t } from "../i18n";
import { Bars } from "../ui/Bars";
import { Empty } from "../ui/Empty";
import { Page } from "../ui/Page";
import { useAsync } from "../ui/useAsync";
import { Card, Row } from "./Card";
import { Filters } from "./Filters";
import { Large } from "./Large";
import { useProjector } from "./projector";
import { fits, type Hung, nextDown, rehang, type Wish } from "./wall";
import "./watch.css";

/** So many games are shown as boards; the server lets one page open a few more. */
const BOARDS = 12;

const WISH: Wish = { size: "all", rules: "all" };

export default function WatchPage() {
  const [params, setParams] = useSearchParams();
  const [wish, change] = useReducer((old: Wish, more: Partial<Wish>) => ({ ...old, ...more }), WISH);
  const rulesets = useAsync(() => get<RulesetView[]>("/rulesets"), []);
  const chosenId = params.get("game");
  useEffect(watchLobby, []);

  const wall = useWall(chosenId);
  const fitting = wall.filter(({ game }) => fits(game, wish));
  const chosen = wall.find(({ game }) => game.id === chosenId) ?? null;
  const projector = useProjector(chosen ? 1 : Math.min(BOARDS, fitting.length));
  const from = useRef<string | null>(null);

  const show = (id: GameId | null) =>
    setParams(
      old => {
        const next = new URLSearchParams(old);
        if (id) next.set("game", id);
        else next.delete("game");
        return next;
      },
      // Back leads from the enlarged game to the wall, however many were looked at in between.
      { replace: id !== null && chosenId !== null },
    );
  const enlarge = (id: GameId) => {
    from.current = id;
    show(id);
    scrollTo({ top: 0 });
  };
  const shrink = () => show(null);
  useEscape(chosen !== null && !projector.on, shrink);
  useEffect(() => {
    if (chosenId || !from.current) return;
    document.querySelector<HTMLElement>(`[data-game="${from.current}"]`)?.focus();
    from.current = null;
  }, [chosenId]);

  const rulesName = (id: string) => say(rulesets.data?.find(rules => rules.id === id)?.name) || id;
  const boards = fitting
    .filter(({ game }) => game.id !== chosen?.game.id)
    .slice(0, BOARDS - (chosen ? 1 : 0));
  const rest = fitting.filter(hung => hung !== chosen && !boards.includes(hung));
  const loading = lobby.games.value === null && wall.length === 0;

  return (
    <Page title={t("watch.title")} class={`watch${chosen ? " chosen" : ""}`}>
      <div class="watch-head">
        <h1 class="title">{t("watch.title")}</h1>
        <p class="muted">{wall.length > 0 && t("watch.games", { n: wall.length })}</p>
        {wall.length > 0 && (
          <div class="watch-tools">
            <Filters
              wish={wish}
              games={wall.map(({ game }) => game)}
              rulesName={rulesName}
              onChange={change}
            />
            <button
              type="button"
              class="btn watch-project"
              aria-keyshortcuts="Shift+F"
              onClick={projector.enter}
            >
              {t("watch.projector")}
            </button>
          </div>
        )}
      </div>
      {loading && (link.value.state === "lost" ? <p>{t("watch.lost")}</p> : <Bars lines={4} />)}
      {!loading && wall.length === 0 && (
        <Empty text={t("watch.empty")}>
          <Link class="btn primary" href="/new">
            {t("watch.start")}
          </Link>
          <Link class="btn" href="/records">
            {t("watch.records")}
          </Link>
        </Empty>
      )}
      {wall.length > 0 && fitting.length === 0 && !chosen && (
        <Empty text={t("watch.nothingFits")}>
          <button type="button" class="btn" onClick={() => change(WISH)}>
            {t("watch.showAll")}
          </button>
        </Empty>
      )}
      {chosen && <Large game={chosen.game} onBack={shrink} />}
      <ul class="watch-wall" style={projector.style} aria-label={t("watch.boards")}>
        {boards.map(({ game }) => (
          <li key={game.id}>
            <Card game={game} onEnlarge={enlarge} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <section class="watch-rest" aria-labelledby="watch-rest">
          <h2 id="watch-rest">{t("watch.more", { n: rest.length })}</h2>
          <ul class="card">
            {rest.map(({ game }) => (
              <li key={game.id}>
                <Row game={game} rules={rulesName(game.ruleset)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {projector.on && (
        <button type="button" class="btn watch-leave" onClick={projector.leave}>
          {t("watch.leave")}
        </button>
      )}
    </Page>
  );
}

/** The wall, rehung with every news of the lobby and when an ended game has stayed long enough. */
function useWall(keep: GameId | null): readonly Hung[] {
  const hung = useRef<readonly Hung[]>([]);
  const now = Date.now();
  hung.current = rehang(hung.current, lobby.games.value ?? [], now, keep);
  useRedraw(nextDown(hung.current, now, keep));
  return hung.current;
}

function useEscape(active: boolean, run: () => void): void {
  useLayoutEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
