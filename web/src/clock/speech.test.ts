import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../i18n";
import { prefs, setPrefs } from "../ui/prefs";
import { pageVoice } from "./calls";

const voiceOf = (lang: string, localService: boolean) =>
  ({ lang, localService, name: lang }) as SpeechSynthesisVoice;

class Utterance {
  voice: SpeechSynthesisVoice | null = null;
  lang = "";
  rate = 1;
  volume = 1;
  constructor(readonly text: string) {}
}

let voices: SpeechSynthesisVoice[];
let spoken: (Utterance | "cancel")[];
const before = prefs.value;

beforeEach(async () => {
  document.body.innerHTML = '<div id="polite"></div><div id="assertive"></div>';
  await setLanguage("zh");
  spoken = [];
  voices = [voiceOf("en-US", true), voiceOf("zh-TW", true), voiceOf("zh-CN", false), voiceOf("zh_CN", true)];
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    getVoices: () => voices,
    speak: (words: Utterance) => spoken.push(words),
    cancel: () => spoken.push("cancel"),
  });
});
afterEach(() => {
  setPrefs(before);
  vi.unstubAllGlobals();
});

const assertive = () => document.getElementById("assertive")!.textContent;
const thirty = { words: { key: "clock.call.seconds", params: { n: 30 } }, tone: "30" } as const;
const seven = { words: { key: "clock.call.count", params: { n: 7 } }, tone: "7", quick: true } as const;

describe("the page's voice", () => {
  it("speaks instead of what is being said, by the device's own voice", () => {
    pageVoice.call(thirty);
    expect(spoken[0]).toBe("cancel");
    expect(spoken[1]).toMatchObject({ text: "三十秒", voice: { lang: "zh_CN" }, rate: 1, volume: 0.8 });
  });

  it("speaks the last ten faster", () => {
    pageVoice.call(seven);
    expect(spoken[1]).toMatchObject({ text: "七", rate: 1.15 });
  });

  it("speaks the language of the page", async () => {
    await setLanguage("en");
    pageVoice.call(thirty);
    expect(spoken[1]).toMatchObject({ text: "30", voice: { lang: "en-US" } });
  });

  it("leaves the call to the screen reader where that is wanted, and is silent", () => {
    setPrefs({ readerCalls: true });
    pageVoice.call(thirty);
    expect(spoken).toEqual([]);
    expect(assertive()).toBe("三十秒");
  });

  it("says nothing when the calls are turned off", () => {
    setPrefs({ sound: { ...prefs.value.sound, calls: 0 } });
    pageVoice.call(thirty);
    expect(spoken).toEqual([]);
    expect(assertive()).toBe("");
  });

  it("says once that there is no voice", () => {
    voices = [voiceOf("fr-FR", true)];
    pageVoice.call(thirty);
    pageVoice.call(thirty);
    expect(spoken).toEqual([]);
    const polite = document.getElementById("polite")!.textContent;
    expect(polite).toBe("没有中文语音，读秒改用提示音。");
  });
});
