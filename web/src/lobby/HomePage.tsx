// The first page: three ways to begin, who waits for an opponent, what is being played.

import "./lobby.css";
import { t } from "../i18n";
import { Page } from "../ui/Page";
import { Choices } from "./Choices";
import { LiveGames } from "./LiveGames";
import { Seeks } from "./Seeks";
import { useLobby } from "./useLobby";

export default function HomePage() {
  const news = useLobby();
  return (
    <Page title={t("nav.play")} class="home">
      <div class="home-hero">
        <h1 class="title">{t("home.title")}</h1>
        <p>{t("home.about")}</p>
      </div>
      <Choices />
      <div class="home-two">
        <Seeks news={news} />
        <LiveGames news={news} />
      </div>
    </Page>
  );
}
