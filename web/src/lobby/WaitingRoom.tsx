// What the maker of a game sees until somebody comes: the link, its QR code, the terms, a board to play about on.

import "./lobby.css";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { get, remove } from "../api/client";
import { type GameView, now } from "../api/gameState";
import { invitation, keyOf } from "../api/keys";
import type { Seek } from "../api/types";
import { t } from "../i18n";
import { CopyButton } from "../ui/CopyButton";
import { errorText } from "../ui/errors";
import { Icon } from "../ui/Icon";
import { polite } from "../ui/live";
import { Separated } from "../ui/Sep";
import { playBell } from "../ui/sound";
import { toast } from "../ui/Toast";
import { useAsync } from "../ui/useAsync";
import { useBusy } from "../ui/useBusy";
import { QrCode } from "./QrCode";
import { TryBoard } from "./TryBoard";
import { waitTerms } from "./waitTerms";
import { useWakeLock } from "./wakeLock";

/** Whether this address means this device only, so that no other can open the link. */
function onlyHere(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

/** A bell when the opponent comes: the room goes, and the page is still that of the game. */
function useArrival(stopped: { current: boolean }): void {
  useEffect(() => {
    const { pathname } = location;
    return () => {
      if (stopped.current || location.pathname !== pathname) return;
      playBell();
      polite(t("wait.came"));
    };
  }, []);
}

function Share({ link }: { link: string }) {
  if (!("share" in navigator)) return null;
  const share = () => {
    // Closing the system's sheet is no failure.
    navigator.share({ title: t("wait.shareTitle"), url: link }).catch(() => {});
  };
  return (
    <button type="button" class="btn" onClick={share}>
      <Icon name="share" />
      {t("wait.share")}
    </button>
  );
}

function Invitation({ link }: { link: string }) {
  return (
    <>
      <QrCode text={link} label={t("wait.qr")} />
      <div class="wait-link">
        <code class="ell" title={link}>
          {link.replace(/^https?:\/\//, "")}
        </code>
        <div class="wait-send">
          <CopyButton text={link} label={t("wait.copy")} class="btn primary" />
          <Share link={link} />
        </div>
      </div>
    </>
  );
}

export function WaitingRoom({ view }: { view: GameView }) {
  const [, navigate] = useLocation();
  const { busy, begin, end } = useBusy();
  const stopped = useRef(false);
  useWakeLock();
  useArrival(stopped);
  const seeks = useAsync(() => get<Seek[]>("/seeks"), [view.id]).data;
  const open = seeks?.some(seek => seek.id === view.id) ?? false;
  const link = location.origin + invitation(view.id);
  // Only the device that made a game knows the key of its link; whoever finds it in the lobby needs none.
  const reaches = open || keyOf(view.id) !== null;
  const cancel = async () => {
    if (!begin()) return;
    stopped.current = true;
    try {
      await remove(`/seeks/${view.id}`);
      navigate("/");
    } catch (error) {
      stopped.current = false;
      end();
      toast(errorText(error), { tone: "bad" });
    }
  };
  return (
    <main id="main" class="wait" tabIndex={-1}>
      <section class="wait-side" aria-label={t("wait.title")}>
        <div class="wait-in">
          <h2 class="title">{t(reaches && !open ? "wait.title" : "wait.openTitle")}</h2>
          {reaches && <Invitation link={link} />}
          {reaches && onlyHere() && <p class="wait-warn">{t("wait.onlyHere")}</p>}
          {!reaches && seeks && <p class="wait-warn">{t("wait.elsewhere")}</p>}
          <p class="wait-breath">
            <span class="stone b" />
            <span>{t(open ? "wait.openAbout" : reaches ? "wait.about" : "wait.aboutElsewhere")}</span>
          </p>
        </div>
        <div class="wait-foot" data-foot>
          <p>
            <Separated parts={waitTerms(view, true)} />
          </p>
          <button type="button" class="btn" onClick={cancel} aria-disabled={busy || undefined}>
            {t("wait.cancel")}
          </button>
        </div>
      </section>
      <TryBoard size={view.size} start={now(view).stones} turn={view.toMove ?? "black"} />
    </main>
  );
}
