// One game of a file with several.

import type { OpenedFile } from "../api/types";
import { t } from "../i18n";
import { Page } from "../ui/Page";
import { resultText } from "../ui/result";
import { Separated } from "../ui/Sep";

export function ChooseGame({
  file,
  onChoose,
  onBack,
}: {
  file: OpenedFile;
  onChoose: (game: number) => void;
  onBack: () => void;
}) {
  return (
    <Page title={t("record.open")} class="plain review-open">
      <h1 class="title">{t("record.several", { n: file.games_found })}</h1>
      <p class="muted">
        {t("record.severalLead")}
        {file.games_found > file.games.length && t("record.severalMore", { n: file.games.length })}
      </p>
      <ul class="review-games">
        {file.games.map(game => (
          <li key={game.number}>
            <button type="button" class="card" onClick={() => onChoose(game.number)}>
              <b class="num">{game.number + 1}</b>
              <span class="ell">
                {game.black || game.white
                  ? t("record.versus", {
                      black: game.black || t("record.unknown"),
                      white: game.white || t("record.unknown"),
                    })
                  : (game.title ?? t("record.gameNumber", { n: game.number + 1 }))}
              </span>
              <small class="muted ell">
                <Separated
                  parts={[
                    game.title,
                    game.played,
                    resultText(game.result),
                    t("record.moves", { n: game.moves }),
                  ]}
                />
              </small>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="btn" onClick={onBack}>
        {t("record.another")}
      </button>
    </Page>
  );
}
