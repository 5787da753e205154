// How a stone is put, what the board shows of the moves, which keys work.

import { t } from "../i18n";
import { Switch } from "../ui/Field";
import { type Prefs, prefs, setPrefs } from "../ui/prefs";
import { Segmented } from "../ui/Segmented";

const PLACING: Prefs["placing"][] = ["auto", "tap", "confirm"];
/** Numbers on the last so many moves; the last choice is more than any game has. */
const NUMBERS = [0, 1, 5, 10, 9999];

export function PlayPart() {
  const now = prefs.value;
  return (
    <>
      <Segmented
        label={t("account.placing")}
        value={now.placing}
        choices={PLACING.map(value => ({ value, label: t(`account.placings.${value}`) }))}
        hint={t(`account.placingAbout.${now.placing}`)}
        onChange={placing => setPrefs({ placing })}
      />
      <Segmented
        label={t("account.numbers")}
        narrow={3}
        value={now.moveNumbers}
        choices={NUMBERS.map(value => ({
          value,
          label:
            value === 0
              ? t("account.numbersNone")
              : value > 1000
                ? t("account.numbersAll")
                : t("account.numbersLast", { n: value }),
        }))}
        onChange={moveNumbers => setPrefs({ moveNumbers })}
      />
      <div>
        <Switch
          label={t("account.keys")}
          hint={t("account.keysAbout")}
          checked={now.keys}
          onChange={keys => setPrefs({ keys })}
        />
        <Switch
          label={t("account.atari")}
          hint={t("account.atariAbout")}
          checked={now.sayAtari}
          onChange={sayAtari => setPrefs({ sayAtari })}
        />
      </div>
    </>
  );
}
