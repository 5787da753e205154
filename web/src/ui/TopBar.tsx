// The head of every page outside a game: brand, the four places, language, theme, account. On phones the four places
// are tabs at the bottom.

import { Link, useRoute } from "wouter-preact";
import { me } from "../api/client";
import { type Key, lang, languageName, languages, t, tag } from "../i18n";
import { Icon, type IconName } from "./Icon";
import { chooseLanguage, setPrefs, themeNow } from "./prefs";

const PLACES: { path: string; under: string | RegExp; text: Key; icon: IconName }[] = [
  { path: "/", under: "/", text: "nav.play", icon: "board" },
  { path: "/watch", under: "/watch", text: "nav.watch", icon: "eye" },
  { path: "/records", under: /^\/records?(\/|$)/, text: "nav.records", icon: "book" },
  { path: "/learn", under: "/learn/*?", text: "nav.learn", icon: "cap" },
];

function Place({ place, icon }: { place: (typeof PLACES)[number]; icon?: boolean }) {
  const [here] = useRoute(place.under);
  return (
    <Link href={place.path} aria-current={here ? "page" : undefined}>
      {icon && <Icon name={place.icon} />}
      {t(place.text)}
    </Link>
  );
}

function Seal() {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true">
      <rect width="30" height="30" rx="3" fill="#a3321f" />
      <circle cx="11" cy="19" r="6" fill="none" stroke="#fff8f2" stroke-width="1.8" />
      <circle cx="19.5" cy="10.5" r="6" fill="#fff8f2" />
    </svg>
  );
}

export function TopBar() {
  const other = languages[(languages.indexOf(lang.value) + 1) % languages.length]!;
  return (
    <header class="top">
      <Link class="brand" href="/">
        <Seal />
        <b lang="zh-CN">手谈</b>
        <small lang="en">Shoutan</small>
      </Link>
      <nav aria-label={t("nav.main")}>
        {PLACES.map(place => (
          <Place key={place.path} place={place} />
        ))}
      </nav>
      <div class="end">
        <button type="button" class="btn quiet" lang={tag(other)} onClick={() => chooseLanguage(other)}>
          {languageName(other)}
        </button>
        <button
          type="button"
          class="btn quiet icon"
          aria-label={t("nav.theme")}
          onClick={() => setPrefs({ theme: themeNow() === "dark" ? "light" : "dark" })}
        >
          <Icon name="moon" />
        </button>
        <Link class="btn quiet wide" href="/me">
          <Icon name="user" />
          <span class="ell">{me.value && !me.value.guest ? me.value.name : t("nav.signIn")}</span>
          <span class="vh">{t("nav.preferences")}</span>
        </Link>
      </div>
    </header>
  );
}

export function BottomTabs() {
  return (
    <nav class="tabs-bottom" aria-label={t("nav.main")}>
      {PLACES.map(place => (
        <Place key={place.path} place={place} icon />
      ))}
    </nav>
  );
}
