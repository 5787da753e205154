// axe finds nothing on any page, in both lights and both languages, wide and narrow.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Manner } from "./house";
import { guest, open } from "./people";
import { scenes } from "./scenes";

let world: Awaited<ReturnType<typeof open>>;
let pages: Record<string, string>;
beforeAll(async () => {
  world = await open();
  pages = await scenes(world);
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

it("would be found", async () => {
  const person = await guest(world.browser, world.house);
  await person.page.getByRole("heading", { level: 1 }).waitFor();
  await person.page.evaluate(() => {
    const nameless = document.createElement("button");
    nameless.style.cssText = "width: 60px; height: 60px";
    document.querySelector("main")!.append(nameless);
  });
  expect((await person.faults()).join()).toContain("button-name");
  await person.leave();
});
