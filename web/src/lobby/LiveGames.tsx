// Three of the games that are being played, as they stand.

import { Link } from "wouter-preact";
import { get } from "../api/client";
import type { ListedGame, Snapshot } from "../api/types";
import { BoardView } from "../board/BoardView";
import { fromVertex } from "../board/points";
import { Position } from "../board/position";
import { t } from "../i18n";
import { Empty } from "../ui/Empty";
import { playerName } from "../ui/players";
import { useAsync } from "../ui/useAsync";
import type { News } from "./useLobby";

const SHOWN = 3;

/** The board of a game, empty until its stones have come; asked for again after every move. */
function useBoard(game: ListedGame) {
  const { data } = useAsync(() => get<Snapshot>(`/games/${game.id}`), [game.id, game.moves]);
  const size = { cols: game.cols, rows: game.rows };
  const { black, white } = data?.stones ?? { black: [], white: [] };
  const last = data?.line.at(-1)?.at;
  return {
    size,
    stones: Position.fromStones(size, black, white).stones,
    last: last ? fromVertex(last, size) : null,
  };
}

function Live({ game }: { game: ListedGame }) {
  const board = useBoard(game);
  const [black, white] = [playerName(game.players.black), playerName(game.players.white)];
  return (
    <Link class="home-live" href={`/g/${game.id}`}>
      <div inert>
        <BoardView {...board} label="" thumbnail />
      </div>
      <p>
        <span class="ell" title={black}>
          <span class="stone b" /> <span class="vh">{t("common.black")} </span>
          {black}
        </span>
        <span class="ell" title={white}>
          <span class="stone w" /> <span class="vh">{t("common.white")} </span>
          {white}
        </span>
        <span class="vh">{t("home.moves", { n: game.moves })}</span>
      </p>
    </Link>
  );
}

export function LiveGames({ news }: { news: News }) {
  const games = news.games ?? [];
  // Boards with stones on them before those that have just begun.
  const shown = [...games].sort((a, b) => Number(b.moves > 0) - Number(a.moves > 0)).slice(0, SHOWN);
  return (
    <section aria-labelledby="home-live">
      <div class="home-head">
        <h2 id="home-live">{t("home.live")}</h2>
        {games.length > 0 && (
          <Link class="link" href="/watch">
            {t("home.allGames", { n: games.length })}
          </Link>
        )}
      </div>
      {games.length > 0 && (
        <div class="home-lives">
          {shown.map(game => (
            <Live key={game.id} game={game} />
          ))}
        </div>
      )}
      {news.games && games.length === 0 && (
        <div class="card">
          <Empty text={t("home.noGames")}>
            <Link class="btn" href="/records">
              {t("home.toRecords")}
            </Link>
          </Empty>
        </div>
      )}
    </section>
  );
}
