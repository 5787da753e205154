// The volumes of stones, countdown and bell, each with a test; who speaks the countdown.

import { useState } from "preact/hooks";
import { speak } from "../clock/speech";
import { type Key, t } from "../i18n";
import { Slider, Switch } from "../ui/Field";
import { Icon } from "../ui/Icon";
import { type Prefs, prefs, setPrefs } from "../ui/prefs";
import { playBell, playStone, tone } from "../ui/sound";

type Channel = keyof Prefs["sound"];

const CHANNELS: { id: Channel; label: Key; test: () => void }[] = [
  { id: "stones", label: "account.stones", test: () => playStone("black") },
  { id: "calls", label: "account.calls", test: () => tone("30") },
  { id: "bell", label: "account.bell", test: playBell },
];

function Volume({ channel: { id, label, test } }: { channel: (typeof CHANNELS)[number] }) {
  const { sound } = prefs.value;
  const percent = Math.round(sound[id] * 100);
  return (
    <div class="me-volume">
      <Slider
        label={t(label)}
        value={sound[id]}
        text={percent === 0 ? t("account.off") : `${percent}%`}
        onInput={value => setPrefs({ sound: { ...sound, [id]: value } })}
      />
      <button type="button" class="btn" onClick={test}>
        <Icon name="sound" />
        {t("account.test")}
        <span class="vh">{t(label)}</span>
      </button>
    </div>
  );
}

function Voice() {
  const [failed, setFailed] = useState(false);
  const { voice, readerCalls, sound } = prefs.value;
  const test = () => setFailed(!speak(t("account.voiceSample"), { quick: false, volume: sound.calls }));
  return (
    <div>
      <Switch
        label={t("account.voice")}
        hint={t("account.voiceAbout")}
        checked={voice}
        onChange={on => setPrefs({ voice: on })}
      />
      <div class="row wrap">
        <button type="button" class="btn" onClick={test}>
          <Icon name="sound" />
          {t("account.test")}
          <span class="vh">{t("account.voice")}</span>
        </button>
        {failed && <p class="ui-error">{t("account.noVoice")}</p>}
      </div>
      <Switch
        label={t("account.reader")}
        hint={t("account.readerAbout")}
        checked={readerCalls}
        onChange={on => setPrefs({ readerCalls: on })}
      />
    </div>
  );
}

export function SoundPart() {
  return (
    <>
      {CHANNELS.map(channel => (
        <Volume key={channel.id} channel={channel} />
      ))}
      <Voice />
    </>
  );
}
