// axe finds nothing on any page, in both lights and both languages, wide and narrow.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alternate, pass } from "./board";
import type { Manner } from "./house";
import { alone, ask, guest, open, table } from "./people";

let world: Awaited<ReturnType<typeof open>>;
let pages: Record<string, string>;

/** Games in every state, so that there is something on each page. */
beforeAll(async () => {
  world = await open();
  const { browser, house } = world;
  const live = await table(browser, house, { time: "10m+3x30s" });
  await alternate(live.black, live.white, ["E5", "C3", "G7"]);
  const person = await guest(browser, house);
  const waiting = await ask<{ id: string }>(person, "POST", "/games", {
    opponent: { kind: "seek" },
    cols: 19,
    rows: 19,
    ruleset: "japanese",
    time: "20m+5x30s",
  });
  const done = await alone(person, { kind: "here" }, { cols: 5, rows: 5 });
  for (const at of ["C3", "D3"]) {
    await person.page.getByRole("gridcell", { name: new RegExp(`^${at},`) }).click({ force: true });
    await person.page.getByRole("gridcell", { name: new RegExp(`^${at}, (Black|White)`) }).waitFor();
  }
  await pass(person);
  await pass(person);
  await person.page.getByRole("button", { name: "Accept", exact: true }).click();
  await person.page.getByRole("heading", { level: 1, name: /by/ }).waitFor();
  const record = await ask<{ id: string }>(person, "POST", "/records", {
    name: "axe.sgf",
    text: "(;GM[1]FF[4]SZ[9]KM[7.5]PB[柯]PW[范]RE[B+R];B[ee]C[first];W[cc](;B[gg])(;B[gc]))",
  });
  pages = {
    home: "/",
    "setup with a friend": "/new?with=friend",
    "setup with the engine": "/new?with=engine",
    "a game that waits": `/g/${waiting.id}`,
    "a game being played": `/g/${live.game}`,
    "a game that is over": `/g/${done}`,
    "the counting theatre": `/g/${done}/count`,
    "the verdict": `/g/${done}/count?step=7`,
    "the rules laboratory": `/g/${done}/lab`,
    "a game's record": `/g/${done}/record`,
    "the wall": "/watch",
    "the archive": "/records",
    "a record": `/records/${record.id}?move=1`,
    "a record from disk": "/record",
    "the introduction": "/learn",
    "a lesson": "/learn/ko",
    "account and preferences": "/me",
    "the board sheet": "/boards",
    "an address without a page": "/nowhere",
  };
}, 120_000);
afterAll(() => world.close());

const MANNERS: [string, Manner][] = [
  ["light, 中文", { lang: "zh", theme: "light" }],
  ["dark, English", { lang: "en", theme: "dark", board: "slate" }],
  ["dark, 中文, a phone", { lang: "zh", theme: "dark", width: 360, height: 740, touch: true }],
  [
    "light, English, a phone",
    { lang: "en", theme: "light", board: "ink", width: 360, height: 740, touch: true },
  ],
];

describe.each(MANNERS)("%s", (_, manner) => {
  it("has no fault on any page", { timeout: 300_000 }, async () => {
    const person = await guest(world.browser, world.house, manner);
    const faults: string[] = [];
    for (const [name, path] of Object.entries(pages)) {
      await person.visit(path);
      await person.page.getByRole("main").waitFor();
      await person.page.waitForTimeout(500);
      faults.push(...(await person.faults()).map(fault => `${name}: ${fault}`));
      const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) faults.push(`${name}: ${wide} px wider than the window`);
    }
    expect(faults).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
