// The calls spoken, by the browser's own voices.

import { tag } from "../i18n";

/** A voice for the page's language, one on the device before one on the network; null where there is none. */
function voice(): SpeechSynthesisVoice | null {
  const wanted = tag().slice(0, 2);
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  const fitting = voices.filter(one => one.lang.toLowerCase().startsWith(wanted));
  const exact = fitting.filter(one => one.lang.replace("_", "-") === tag());
  return [...exact, ...fitting].find(one => one.localService) ?? exact[0] ?? fitting[0] ?? null;
}

/** Asks for the voices; browsers load the list only when somebody asks. */
export function prepareSpeech(): void {
  globalThis.speechSynthesis?.getVoices();
}

/** Says something now, instead of what is being said. False where there is no voice for the page's language. */
export function speak(text: string, { quick, volume }: { quick: boolean; volume: number }): boolean {
  const chosen = voice();
  if (!chosen) return false;
  const words = new SpeechSynthesisUtterance(text);
  words.voice = chosen;
  words.lang = chosen.lang;
  words.rate = quick ? 1.15 : 1;
  words.volume = volume;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
  return true;
}

/** Stops speaking. */
export function hush(): void {
  globalThis.speechSynthesis?.cancel();
}
