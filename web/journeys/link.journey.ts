// From the first page to a counted result, by link, with a dispute, through the pages alone.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alternate, heading, middle, pass, play, sees, stands, untroubled } from "./board";
import { Person } from "./house";
import { open } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

/** A wall each: Black's on the E line, White's on the F line. */
const WALLS = Array.from({ length: 9 }, (_, i) => [`E${9 - i}`, `F${9 - i}`]).flat();

describe("a game by link", () => {
  it("goes from the first page to the count, with a dispute on the way", async () => {
    const ana = await Person.enter(world.browser, world.house);
    await ana.visit("/new?with=friend");
    await ana.page.getByRole("radio", { name: /^9×9/ }).check({ force: true });
    await ana.page.getByRole("radio", { name: /^No clock/ }).check({ force: true });
    await ana.page.getByRole("radio", { name: /^I play Black/ }).check({ force: true });
    await ana.page.getByRole("button", { name: "Create game" }).click();
    await sees(ana, "Send this game to your friend");
    const link = await ana.page.locator(".wait-link code").getAttribute("title");

    // On a phone, in Chinese.
    const bo = await Person.enter(world.browser, world.house, {
      lang: "zh",
      width: 390,
      height: 844,
      touch: true,
    });
    await bo.page.goto(link!);
    await bo.page
      .getByRole("textbox", { name: "称呼" })
      .or(bo.page.getByRole("textbox"))
      .first()
      .fill("小波");
    await bo.page.getByRole("button", { name: "应战" }).click();
    await heading(ana, /your turn/);
    await alternate(ana, bo, WALLS);

    // White leaves a stone that cannot live inside Black's area.
    await pass(ana);
    await play(bo, "B5");
    await pass(ana);
    await bo.page.getByRole("button", { name: "停一手" }).click();
    await bo.page.getByRole("dialog").getByRole("button", { name: "停一手" }).click();
    await heading(ana, /Mark dead stones/);
    await ana.page.getByRole("gridcell", { name: /^B5, White.*dead/ }).waitFor();

    // White does not agree, so they play on, and White's stone is taken.
    await bo.page.getByRole("button", { name: "有争议" }).click();
    await bo.page.getByRole("dialog").getByRole("button").last().click();
    await heading(ana, /turn/);
    const mine = await ana.page.getByRole("heading", { level: 1 }).textContent();
    if (!/your turn/.test(mine ?? "")) {
      await bo.page.getByRole("button", { name: "停一手" }).click();
      await bo.page.getByRole("dialog").getByRole("button", { name: "停一手" }).click();
    }
    await pass(ana);
    await bo.page.getByRole("button", { name: "停一手" }).click();
    await bo.page.getByRole("dialog").getByRole("button", { name: "停一手" }).click();
    await heading(ana, /Mark dead stones/);
    await ana.page.getByRole("button", { name: "Accept", exact: true }).click();
    await bo.page.getByRole("button", { name: "认可", exact: false }).first().click();
    // 45 against 36 and 7½ points.
    await heading(ana, /Black (wins )?by ¾ 子/);
    await heading(bo, /黑胜 ¾ 子/);
    untroubled(ana, bo);
    await Promise.all([ana.leave(), bo.leave()]);
  });

  it("can be refused kindly: taken, cancelled, unknown", async () => {
    const ana = await Person.enter(world.browser, world.house);
    await ana.visit("/new?with=friend");
    await ana.page.getByRole("button", { name: "Create game" }).click();
    await sees(ana, "Send this game to your friend");
    const link = await ana.page.locator(".wait-link code").getAttribute("title");
    await ana.page.getByRole("button", { name: "Cancel game" }).click();
    await heading(ana, "Sit down and play.");
    const bo = await Person.enter(world.browser, world.house);
    await bo.page.goto(link!);
    await sees(bo, /cancelled/);
    await bo.visit("/g/22222222222");
    await sees(bo, /no such game|There is nothing|link/);
    expect(await bo.page.getByRole("link", { name: "Home page" }).count()).toBeGreaterThan(0);
    await Promise.all([ana.leave(), bo.leave()]);
  });
});

describe("against the engine", () => {
  it("a game on 9×9 goes from one click to the count", async () => {
    const ana = await Person.enter(world.browser, world.house);
    await ana.visit("/");
    await ana.page.getByRole("button", { name: "Start", exact: true }).click();
    await ana.page.getByRole("grid").first().waitFor();
    const { page } = ana;
    const over = page.getByRole("heading", { level: 1, name: /Mark dead stones|by|wins/ });
    // Passing each time: the engine plays on until nothing is left to play for.
    for (let turn = 0; turn < 120 && (await over.count()) === 0; turn++) {
      const mine = page.getByRole("heading", { level: 1, name: /your turn/ });
      await mine.or(over).first().waitFor();
      if ((await over.count()) > 0) break;
      const before = await page.getByRole("heading", { level: 1 }).textContent();
      await pass(ana);
      await page.waitForFunction(said => document.querySelector("h1")?.textContent !== said, before);
    }
    const accept = page.getByRole("button", { name: "Accept", exact: true });
    if (await page.getByRole("heading", { level: 1, name: /Mark dead/ }).count()) await accept.click();
    await heading(ana, /White (wins )?by \d/);
    untroubled(ana);
    await ana.leave();
  });
});

it("a stone played on a phone is placed by two touches", async () => {
  const person = await Person.enter(world.browser, world.house, { width: 360, height: 740, touch: true });
  await person.visit("/");
  await person.page.getByRole("button", { name: "Set the board" }).click();
  await person.page.getByRole("grid").first().waitFor();
  await heading(person, /Black to move/);
  const { x, y } = await middle(person.page, "G7");
  await person.page.touchscreen.tap(x, y);
  await person.page.getByRole("button", { name: /^Play / }).click();
  await stands(person, "G7", "black");
  untroubled(person);
  await person.leave();
});
