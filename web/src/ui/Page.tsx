// The frame of a page outside a game.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { OfflineBanner } from "./Offline";
import { BottomTabs, TopBar } from "./TopBar";

/** Sets the window's title while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${t("app.name")}` : t("app.name");
  }, [title]);
}

export function Page({
  title,
  children,
  class: name,
}: {
  title: string;
  class?: string;
  children: ComponentChildren;
}) {
  useTitle(title);
  return (
    <>
      <a class="skip" href="#main">
        {t("app.skip")}
      </a>
      <TopBar />
      <OfflineBanner />
      <main id="main" class={name} tabIndex={-1}>
        {children}
      </main>
      <BottomTabs />
    </>
  );
}
