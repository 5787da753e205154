// Time: lost under four kinds of clock, with the calls of the Chinese reading spoken.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { heading, play, untroubled } from "./board";
import type { Person } from "./house";
import { open, table } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

/** Gives a person's browser voices in both languages, and writes down what they say. */
async function withVoice(person: Person): Promise<void> {
  await person.context.addInitScript(() => {
    const said: string[] = [];
    const voice = (lang: string) => ({
      lang,
      name: lang,
      default: lang === "en-GB",
      localService: true,
      voiceURI: lang,
    });
    const voices = [voice("en-GB"), voice("zh-CN")];
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: (line: { text: string }) => said.push(line.text),
      cancel: () => {},
      resume: () => {},
      pause: () => {},
      speaking: false,
      pending: false,
      paused: false,
    });
    class Utterance extends EventTarget {
      lang = "";
      rate = 1;
      volume = 1;
      voice: unknown = null;
      constructor(readonly text: string) {
        super();
      }
    }
    Object.defineProperty(window, "speechSynthesis", { value: speech, configurable: true });
    Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance, configurable: true });
    Object.defineProperty(window, "said", { value: said });
  });
  await person.page.reload();
  await person.page.getByRole("grid").first().waitFor();
}

const said = (person: Person) => person.page.evaluate(() => (window as unknown as { said: string[] }).said);

describe.each([
  ["absolute", "3s"],
  ["byo-yomi", "1s+2x2s"],
  ["Fischer", "2s+1s"],
  ["Canadian", "1s+3/3s"],
])("%s", (_, time) => {
  it("ends on time, said by the server alone", async () => {
    const { black, white } = await table(world.browser, world.house, { time });
    await play(black, "E5");
    // White thinks too long.
    for (const person of [black, white]) await heading(person, /Black (wins )?on time/);
    // No clock ever shows less than nothing.
    expect(await white.page.getByText(/-\d|−\d/).count()).toBe(0);
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });
});

describe("the Chinese reading", () => {
  it("is called in the national style, to the tenth second of the last minute", async () => {
    const { black, white } = await table(
      world.browser,
      world.house,
      { time: "1m 保留1" },
      { white: { lang: "zh" } },
    );
    await withVoice(white);
    await play(black, "E5");
    await heading(black, /Black (wins )?on time/).catch(async () => {
      // A minute and its calls take longer than other steps.
      await black.page.getByRole("heading", { level: 1, name: /on time/ }).waitFor({ timeout: 90_000 });
    });
    await heading(white, /黑超时胜/);
    const calls = (await said(white)).join(" ");
    for (const call of ["三十秒", "四十秒", "五十秒", "八", "九"]) expect(calls).toContain(call);
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });
});
