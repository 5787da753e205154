// Who one is, and how one likes it: name and account, looks, playing, sounds. On phones first the list, then a part.

import "./account.css";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { enter } from "../api/client";
import { type Key, t } from "../i18n";
import { Icon } from "../ui/Icon";
import { Page } from "../ui/Page";
import { AccountPart } from "./AccountPart";
import { Kept } from "./Kept";
import { LooksPart } from "./LooksPart";
import { PlayPart } from "./PlayPart";
import { SampleBoard } from "./SampleBoard";
import { SoundPart } from "./SoundPart";

type Part = { id: string; title: Key; about: Key; content: ComponentType; sample: boolean };

const PARTS: Part[] = [
  {
    id: "account",
    title: "account.account",
    about: "account.accountAbout",
    content: AccountPart,
    sample: false,
  },
  { id: "looks", title: "account.looks", about: "account.looksAbout", content: LooksPart, sample: true },
  { id: "play", title: "account.play", about: "account.playAbout", content: PlayPart, sample: true },
  { id: "sound", title: "account.sound", about: "account.soundAbout", content: SoundPart, sample: true },
];

export default function AccountPage() {
  const [query] = useSearchParams();
  const asked = PARTS.find(part => part.id === query.get("part"));
  const shown = asked ?? PARTS[0]!;
  const Content = shown.content;
  // Where the preferences are kept depends on who is in; without a server they are the device's.
  useEffect(() => void enter().catch(() => {}), []);
  return (
    <Page title={t("nav.preferences")} class={asked ? "me chosen" : "me"}>
      <div class="me-list">
        <h1 class="title">{t("account.title")}</h1>
        <nav aria-label={t("account.parts")}>
          {PARTS.map(({ id, title, about }) => (
            <Link key={id} href={`/me?part=${id}`} aria-current={id === shown.id ? "page" : undefined}>
              <b>{t(title)}</b>
              <small>{t(about)}</small>
            </Link>
          ))}
        </nav>
      </div>
      <section class="me-part" aria-labelledby="me-title">
        <div class="me-head">
          <Link class="btn quiet icon me-back" href="/me" aria-label={t("nav.back")}>
            <Icon name="back" />
          </Link>
          <h2 id="me-title" class="title">
            {t(shown.title)}
          </h2>
        </div>
        <div class={shown.sample ? "me-two" : "me-one"}>
          <div class="me-fields">
            <Content />
            <Kept />
          </div>
          {shown.sample && <SampleBoard />}
        </div>
      </section>
    </Page>
  );
}
