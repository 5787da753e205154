// Small commands of the menu and the keys.

import type { GameView } from "../api/gameState";
import { t } from "../i18n";
import { copy } from "../ui/CopyButton";
import { polite } from "../ui/live";
import { prefs, setPrefs } from "../ui/prefs";
import { toast } from "../ui/Toast";
import type { Session } from "./session";

type Volumes = (typeof prefs.value)["sound"];
/** What the volumes were before they were turned off with one key. */
let before: Volumes | null = null;

export const soundOn = (): boolean => Object.values(prefs.value.sound).some(volume => volume > 0);

/** All sound off, or back to what it was. */
export function toggleSound(): void {
  if (soundOn()) {
    before = prefs.value.sound;
    setPrefs({ sound: { stones: 0, calls: 0, bell: 0 } });
  } else setPrefs({ sound: before ?? { stones: 0.8, calls: 0.8, bell: 0.8 } });
  polite(t(soundOn() ? "game.soundIsOn" : "game.soundIsOff"));
}

export function toggleFullScreen(): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  done?.catch(() => toast(t("game.noFullScreen"), { tone: "warn" }));
}

/** The address of the game's record, with the key where the game is private. */
export function sgfAddress(session: Session): string {
  const key = session.key ? `?key=${session.key}` : "";
  return `/api/v1/games/${session.id}/sgf${key}`;
}

/** The link for watchers: with the key only where nobody sees the game without it. */
export async function copyWatchLink(session: Session, view: GameView): Promise<void> {
  const key = view.setup.private && session.key ? `?key=${session.key}` : "";
  const done = await copy(`${location.origin}/g/${session.id}${key}`);
  toast(t(done ? "game.watchLinkCopied" : "ui.copyFailed"), { tone: done ? "ok" : "warn" });
}
