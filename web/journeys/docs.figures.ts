// The pictures of docs/pictures and the README.

import { afterAll, beforeAll, it } from "vitest";
import { pass, sees } from "./board";
import type { Manner, Person } from "./house";
import { alone, ask, guest, open } from "./people";
import { END, MIDDLE, points } from "./positions";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

const start = (rows: readonly string[], to_move: "black" | "white") => ({
  kind: "position",
  black: points(rows, "X"),
  white: points(rows, "O"),
  to_move,
});

/** Without a voice the page says once that tones are used. */
const QUIET = { voice: false };

async function picture(person: Person, name: string, wait = 1200): Promise<void> {
  await person.page.waitForTimeout(wait);
  await person.page.screenshot({ path: `../docs/pictures/${name}.png` });
}

/** A game of two from the middle, in the Chinese reading. */
async function middle(black: Manner, white: Manner): Promise<[Person, Person]> {
  const [first, second] = [
    await guest(world.browser, world.house, black, "陆怀瑾"),
    await guest(world.browser, world.house, white, "林小满"),
  ];
  const made = await ask<{ id: string; key: string }>(first, "POST", "/games", {
    opponent: { kind: "link" },
    color: "black",
    cols: 19,
    rows: 19,
    ruleset: "chinese",
    time: "5m 保留5",
    start: start(MIDDLE, "white"),
  });
  await ask(second, "POST", `/games/${made.id}/join?key=${made.key}`);
  await Promise.all([first, second].map(person => person.visit(`/g/${made.id}`)));
  await second.page.getByRole("grid").first().waitFor();
  return [first, second];
}

it("a game in the Chinese reading, wide and on a phone", async () => {
  const [black, white] = await middle(
    { width: 360, height: 740, touch: true, lang: "en", theme: "dark", prefs: QUIET },
    { lang: "zh", prefs: QUIET },
  );
  await black.page.waitForTimeout(33_000);
  await picture(white, "game-zh", 0);
  await picture(black, "game-phone-en", 0);
  await Promise.all([black.leave(), white.leave()]);
});

it("the first page", async () => {
  const players = await middle({}, {});
  const person = await guest(world.browser, world.house, { lang: "en" }, "Shen Yanqiu");
  await ask(person, "POST", "/games", {
    opponent: { kind: "seek" },
    cols: 19,
    rows: 19,
    ruleset: "japanese",
    time: "20m+5x30s",
  });
  const visitor = await guest(world.browser, world.house, { lang: "en" });
  await sees(visitor, "Shen Yanqiu");
  await picture(visitor, "home-en");
  await Promise.all([...players, person, visitor].map(one => one.leave()));
});

it("the counting theatre and the rules laboratory", async () => {
  const person = await guest(world.browser, world.house, { lang: "en" }, "North Youth Club 07");
  const game = await alone(person, { kind: "here" }, { cols: 19, rows: 19, start: start(END, "black") });
  await pass(person);
  await pass(person);
  await person.page.getByRole("button", { name: "Accept", exact: true }).click();
  await person.page.getByRole("heading", { level: 1, name: /Black by|Black wins/ }).waitFor();
  const zh = await guest(world.browser, world.house, { lang: "zh" });
  await zh.visit(`/g/${game}/count?step=7`);
  await picture(zh, "theatre-zh", 4000);
  await person.visit(`/g/${game}/lab`);
  await picture(person, "laboratory-en", 2000);
  await Promise.all([person.leave(), zh.leave()]);
});

it("a lesson", async () => {
  const person = await guest(world.browser, world.house, { lang: "zh", theme: "dark" });
  await person.visit("/learn/net");
  await picture(person, "learn-zh");
  await person.leave();
});
