// Small commands of the menu and the keys.

import type { GameView } from "../api/gameState";
import { t } from "../i18n";
import { copy } from "../ui/CopyButton";
import { polite } from "../ui/live";
import { prefs } from "../ui/prefs";
import { toggleSound } from "../ui/sound";
import { toast } from "../ui/Toast";
import type { Session } from "./session";

export const soundOn = (): boolean => Object.values(prefs.value.sound).some(volume => volume > 0);

/** All sound off, or back to what it was, and says which. */
export function switchSound(): void {
  polite(t(toggleSound() ? "game.soundIsOn" : "game.soundIsOff"));
}

export function toggleFullScreen(): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  done?.catch(() => toast(t("game.noFullScreen"), { tone: "warn" }));
}

/** The address of the game's record, with the key where the game is private. */
export function sgfAddress(session: Session): string {
  const key = session.key ? `?key=${encodeURIComponent(session.key)}` : "";
  return `/api/v1/games/${session.id}/sgf${key}`;
}

/** The link for watchers: with the key only where nobody sees the game without it. */
export async function copyWatchLink(session: Session, view: GameView): Promise<void> {
  const key = view.setup.private && session.key ? `?key=${encodeURIComponent(session.key)}` : "";
  const done = await copy(`${location.origin}/g/${session.id}${key}`);
  toast(t(done ? "game.watchLinkCopied" : "ui.copyFailed"), { tone: done ? "ok" : "warn" });
}
