// What a page costs before a stone can be placed.

import { afterAll, beforeAll, expect, it } from "vitest";
import { alone, guest, open } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

it("the game page takes less than 200 KB over the line", async () => {
  const maker = await guest(world.browser, world.house);
  const game = await alone(maker, { kind: "here" }, { cols: 19, rows: 19 });
  const person = await guest(world.browser, world.house);
  await person.page.goto("about:blank");
  const line = await person.context.newCDPSession(person.page);
  await line.send("Network.enable");
  await line.send("Network.clearBrowserCache");
  let bytes = 0;
  line.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await person.visit(`/g/${game}`);
  await person.page.getByRole("grid").first().waitFor();
  await person.page.waitForTimeout(1000);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(200_000);
  await Promise.all([maker.leave(), person.leave()]);
});
