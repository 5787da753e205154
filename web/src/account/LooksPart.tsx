// Language, light or dark, the board's wood, coordinates.

import { lang, languageName, languages, t } from "../i18n";
import { chooseLanguage, type Prefs, prefs, setPrefs } from "../ui/prefs";
import { Segmented } from "../ui/Segmented";

const THEMES: Prefs["theme"][] = ["auto", "light", "dark"];
const BOARDS: Prefs["board"][] = ["wood", "slate", "ink"];
const COORDINATES: Prefs["coordinates"][] = ["a1", "11", "zh", "sgf", "none"];

/** A piece of the ground with two stones, in its own colours whatever board is chosen. */
function Ground({ board }: { board: Prefs["board"] }) {
  return (
    <span class="me-ground" data-board={board} aria-hidden="true">
      <svg viewBox="0 0 64 36">
        <path d="M0 12H64M0 28H64M12 0V36M32 0V36M52 0V36" />
        <circle class="b" cx="32" cy="12" r="9" />
        <circle class="w" cx="52" cy="28" r="9" />
      </svg>
    </span>
  );
}

export function LooksPart() {
  const now = prefs.value;
  return (
    <>
      <Segmented
        label={t("account.language")}
        value={lang.value}
        choices={languages.map(value => ({ value, label: languageName(value) }))}
        onChange={value => void chooseLanguage(value)}
      />
      <Segmented
        label={t("account.theme")}
        value={now.theme}
        choices={THEMES.map(value => ({ value, label: t(`account.themes.${value}`) }))}
        onChange={theme => setPrefs({ theme })}
      />
      <Segmented
        label={t("account.board")}
        value={now.board}
        choices={BOARDS.map(value => ({
          value,
          label: t(`account.boards.${value}`),
          drawing: <Ground board={value} />,
        }))}
        onChange={board => setPrefs({ board })}
      />
      <Segmented
        label={t("account.coordinates")}
        narrow={3}
        value={now.coordinates}
        choices={COORDINATES.map(value => ({ value, label: t(`account.coords.${value}`) }))}
        hint={t("account.coordinatesAbout")}
        onChange={coordinates => setPrefs({ coordinates })}
      />
    </>
  );
}
