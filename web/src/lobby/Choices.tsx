// The three cards. A friend is invited through the setup sheet; the engine and the game on one device begin at once
// with the last choice, which the line beside the button shows and leads to.

import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { levels } from "../api/lists";
import { BoardView } from "../board/BoardView";
import { type Key, t } from "../i18n";
import { ErrorNote } from "../ui/ErrorNote";
import { Icon } from "../ui/Icon";
import { Separated } from "../ui/Sep";
import { useAsync } from "../ui/useAsync";
import { useBusy } from "../ui/useBusy";
import { CORNERS } from "./cards";
import { remembered, toRequest, type With } from "./draft";
import { makeGame } from "./make";
import { type Offers, shortSummary } from "./summary";

type Card = { with: Exclude<With, "seek">; title: Key; about: Key; go: Key };

const CARDS: Card[] = [
  { with: "friend", title: "home.friend", about: "home.friendAbout", go: "setup.make" },
  { with: "engine", title: "home.engine", about: "home.engineAbout", go: "home.engineGo" },
  { with: "here", title: "home.here", about: "home.hereAbout", go: "home.hereGo" },
];

function Choice({ card, offers }: { card: Card; offers: Offers }) {
  const [, navigate] = useLocation();
  const { busy, begin, end } = useBusy();
  const [error, setError] = useState<unknown>(null);
  const draft = remembered(card.with);
  const setup = `/new?with=${card.with}`;
  const make = async () => {
    if (card.with === "friend") return navigate(setup);
    if (!begin()) return;
    setError(null);
    try {
      navigate(await makeGame(toRequest(draft)));
    } catch (failed) {
      setError(failed);
      end();
    }
  };
  const terms = <Separated parts={shortSummary(draft, offers)} />;
  return (
    <article class="card home-choice">
      <div class="home-art" inert>
        <div>
          <BoardView {...CORNERS[card.with]} label="" />
        </div>
      </div>
      <div class="home-in">
        <h2 class="title">{t(card.title)}</h2>
        <p class="muted">{t(card.about)}</p>
        <div class="home-go">
          <button type="button" class="btn primary" onClick={make} aria-disabled={busy || undefined}>
            {t(card.go)}
          </button>
          <Link class="home-terms" href={setup}>
            <span class="vh">
              {t("home.change")}
              {t(card.title)}
            </span>
            <span class="home-line xs">{terms}</span>
            <Icon name="pen" />
          </Link>
        </div>
        {error !== null && (
          <ErrorNote error={error} onRetry={make}>
            <Link class="btn" href={setup}>
              {t("home.otherTerms")}
            </Link>
          </ErrorNote>
        )}
      </div>
    </article>
  );
}

export function Choices() {
  const offered = useAsync(levels, []);
  return (
    <section class="home-choices" aria-label={t("home.start")}>
      {CARDS.map(card => (
        <Choice key={card.with} card={card} offers={{ levels: offered.data }} />
      ))}
    </section>
  );
}
