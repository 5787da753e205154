// A picture of every page in both lights, both languages, wide and narrow, into journeys/pictures: to be looked at.

import { afterAll, beforeAll, describe, it } from "vitest";
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

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740, touch: true };

describe.each(["zh", "en"] as const)("%s", lang => {
  it.each(["light", "dark"] as const)("%s", { timeout: 300_000 }, async theme => {
    for (const [name, size] of [["1280", WIDE] as const, ["360", PHONE] as const]) {
      const manner: Manner = { lang, theme, ...size };
      const person = await guest(world.browser, world.house, manner);
      for (const [page, path] of Object.entries(pages)) {
        await person.visit(path);
        await person.page.getByRole("main").waitFor();
        await person.page.waitForTimeout(700);
        await person.page.screenshot({ path: `journeys/pictures/${page}-${name}-${theme}-${lang}.png` });
      }
      await person.leave();
    }
  });
});
