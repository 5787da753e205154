// Bad luck has a plain sentence and a way on: blocked storage, a wrong clock, no voices, nothing here.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alternate, heading, play, sees, stands, untroubled } from "./board";
import { Person } from "./house";
import { alone, guest, open, table } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

describe("a browser", () => {
  it("that keeps nothing can play all the same, and is told so", async () => {
    const person = await Person.enter(world.browser, world.house);
    await person.context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("blocked", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, { get: refuse, configurable: true });
      }
    });
    await person.visit("/me");
    await sees(person, /blocks storage/);
    await person.visit("/");
    await person.page.getByRole("button", { name: "Set the board" }).click();
    await person.page.getByRole("grid").first().waitFor();
    await play(person, "G7");
    untroubled(person);
    await person.leave();
  });

  it("whose clock is an hour off shows the server's time", async () => {
    const { black, white } = await table(world.browser, world.house, { time: "10m" });
    await white.context.addInitScript(() => {
      const real = Date.now;
      Date.now = () => real() + 3_600_000;
    });
    await white.page.reload();
    await alternate(black, white, ["E5", "C3"]);
    const timer = white.page.getByRole("timer").first();
    expect(await timer.evaluate(one => one.closest("section")?.textContent)).toMatch(/9:\d\d|10:00/);
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });
});

describe("an address", () => {
  it("without a page says so and leads home", async () => {
    const person = await Person.enter(world.browser, world.house);
    await person.visit("/nowhere");
    await heading(person, "There is nothing here.");
    await person.page.getByRole("link", { name: "Home page" }).click();
    await heading(person, "Sit down and play.");
    untroubled(person);
    await person.leave();
  });

  it("of a private game that was guessed says no more than of one that is not there", async () => {
    const { black, white, game } = await table(world.browser, world.house, { private: true });
    const stranger = await guest(world.browser, world.house);
    await stranger.visit(`/g/${game}`);
    await stranger.page.getByRole("link", { name: "Home page" }).waitFor();
    expect(await stranger.page.getByRole("grid").count()).toBe(0);
    await Promise.all([black.leave(), white.leave(), stranger.leave()]);
  });
});

describe("unusual boards", () => {
  it.each([
    [25, 25, "Z25"],
    [2, 2, "A1"],
    [9, 21, "J21"],
    [21, 9, "V9"],
  ])("%i × %i can be played at 360 px", async (cols, rows, at) => {
    const person = await guest(world.browser, world.house, {
      width: 360,
      height: 740,
      prefs: { placing: "tap" },
    });
    await alone(person, { kind: "here" }, { cols, rows });
    await play(person, at);
    await stands(person, at, "black");
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    untroubled(person);
    await person.leave();
  });
});
