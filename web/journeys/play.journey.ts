// Whole games: undo after the reply, a watcher, two at one device, language and theme.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alternate, heading, isEmpty, pass, play, sees, stands, untroubled } from "./board";
import { alone, guest, open, table } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

describe("two people", () => {
  it("take a move back after the reply, when the other agrees", async () => {
    const { black, white } = await table(world.browser, world.house);
    await alternate(black, white, ["E5", "C3", "G7", "G3"]);
    await black.page.getByRole("button", { name: "Undo", exact: true }).click();
    await sees(white, "Your opponent asks to go back to move 2. Agree?");
    await white.page.getByRole("button", { name: "Agree", exact: true }).click();
    for (const person of [black, white]) {
      await isEmpty(person, "G7");
      await isEmpty(person, "G3");
    }
    await play(black, "C7");
    await stands(white, "C7", "black");
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });

  it("play on when it is declined, and may ask again after the next move", async () => {
    const { black, white } = await table(world.browser, world.house);
    await alternate(black, white, ["E5", "C3"]);
    await black.page.getByRole("button", { name: "Undo", exact: true }).click();
    await white.page.getByRole("button", { name: "Decline" }).click();
    await sees(black, "They declined. Play on.");
    await play(black, "G7");
    await stands(white, "G7", "black");
    await black.page.getByRole("button", { name: "Undo", exact: true }).click();
    await white.page.getByRole("button", { name: "Agree", exact: true }).click();
    await isEmpty(white, "G7");
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });

  it("are watched, and watchers' talk is theirs until the end", async () => {
    const { black, white, game } = await table(world.browser, world.house);
    const watcher = await guest(world.browser, world.house, {}, "Wu");
    await watcher.visit(`/g/${game}`);
    await watcher.page.getByRole("grid").first().waitFor();
    await alternate(black, white, ["E5", "C3"]);
    await stands(watcher, "C3", "white");
    await watcher.page.getByRole("textbox", { name: "Message" }).fill("a fine move");
    await watcher.page.keyboard.press("Enter");
    await sees(watcher, "a fine move");
    expect(await black.page.getByText("a fine move").count()).toBe(0);
    await expect(watcher.page.getByRole("button", { name: "Pass", exact: true }).count()).resolves.toBe(0);
    await white.page.getByRole("button", { name: "Resign", exact: true }).click();
    await white.page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
    for (const person of [black, white, watcher])
      await sees(person, /Black (wins|won) by resignation|by resignation/);
    untroubled(black, white, watcher);
    await Promise.all([black.leave(), white.leave(), watcher.leave()]);
  });
});

describe("one device", () => {
  it("is enough for two, who count in the end", async () => {
    const person = await guest(world.browser, world.house);
    await alone(person, { kind: "here" }, { cols: 5, rows: 5 });
    const columns = ["C", "D"];
    for (let row = 5; row >= 1; row--) for (const column of columns) await play(person, `${column}${row}`);
    await pass(person);
    await pass(person);
    await heading(person, /Mark dead stones/);
    await person.page
      .getByRole("button", { name: /^Accept/ })
      .first()
      .click();
    // Black has 15 points and White 10; with 7½ komi White wins by 2½ points.
    await sees(person, /White wins by 1¼ 子/);
    untroubled(person);
    await person.leave();
  });

  it("speaks both languages and has two lights, kept over a reload", async () => {
    const person = await guest(world.browser, world.house);
    await person.page.getByRole("button", { name: "中文" }).click();
    await heading(person, "坐下，落子。");
    expect(await person.page.locator("html").getAttribute("lang")).toBe("zh-CN");
    await person.page.getByRole("button", { name: "明暗" }).click();
    await person.page.reload();
    await heading(person, "坐下，落子。");
    expect(await person.page.locator("html").getAttribute("data-theme")).toBe("dark");
    untroubled(person);
    await person.leave();
  });
});
