// From a finished game to the counting theatre and the rules laboratory.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { heading, isEmpty, pass, play, sees, stands, untroubled } from "./board";
import type { Person } from "./house";
import { alone, ask, guest, open } from "./people";

let world: Awaited<ReturnType<typeof open>>;
let person: Person;
let game: string;

/** A counted game of 5×5: Black has three columns, White two and a stone that is dead. */
beforeAll(async () => {
  world = await open();
  person = await guest(world.browser, world.house);
  game = await alone(person, { kind: "here" }, { cols: 5, rows: 5 });
  for (let row = 5; row >= 1; row--) for (const column of ["C", "D"]) await play(person, `${column}${row}`);
  await pass(person);
  await play(person, "A3");
  await pass(person);
  await pass(person);
  await heading(person, /Mark dead stones/);
  await person.page
    .getByRole("button", { name: /^Accept/ })
    .first()
    .click();
  await heading(person, /^White by 1¼ 子/);
});
afterEach(() => untroubled(person));
afterAll(() => world.close());

/** The step that the theatre shows, by its list. */
const current = () =>
  person.page.getByRole("list", { name: "Steps" }).locator("[aria-current=step]").textContent();

/** Waits until a screen reader was told this. */
async function told(text: string | RegExp): Promise<void> {
  const lines = person.page.locator("[aria-live=polite] p").filter({ hasText: text });
  await lines.first().waitFor({ state: "attached" });
}

describe("the counting theatre", () => {
  it("leads from the game to its result by the keys alone, each step in a sentence", async () => {
    const { page } = person;
    await page.getByRole("link", { name: "See the count" }).click();
    await heading(person, "Counting in 子");
    // The dead stone is crossed out, then it leaves.
    await told("Step 1 of 7: Dead stones off. One white stone is dead and comes off.");
    await isEmpty(person, "A3");
    const sentences = [
      /^Step 2 of 7: Shared points\. No point is shared/,
      /^Step 3 of 7: Choose a side\. Counting Black is enough/,
      /^Step 4 of 7: Tidy into tens\. /,
      /^Step 5 of 7: Count the points\. /,
      /^Step 6 of 7: Count the stones\. /,
      /^Step 7 of 7: The result\. Black has 15 子, less than 16¼: White by 1¼ 子, that is 2½ points\.$/,
    ];
    for (const sentence of sentences) {
      await page.keyboard.press("ArrowRight");
      await told(sentence);
    }
    await sees(person, "White by 1¼ 子");
    expect(new URL(page.url()).searchParams.get("step")).toBe("7");
    expect(await person.faults()).toEqual([]);
    await page.keyboard.press("Home");
    await expect.poll(() => current()).toContain("Dead off");
    await page.keyboard.press("End");
    await expect.poll(() => current()).toContain("Result");
    // A step is an address, which shows the end of the step at once: ten points were framed, the rest filled.
    await person.visit(`/g/${game}/count?step=4`);
    await stands(person, "C3", "black");
    expect(await page.locator(".bd-wood svg").getByText("10", { exact: true }).count()).toBe(1);
  });

  it("plays, pauses, and comes to the end by itself", async () => {
    const { page } = person;
    await person.visit(`/g/${game}/count?step=1`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitemcheckbox", { name: /^Fast/ }).click();
    await page.getByRole("main").focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await expect.poll(() => current(), { timeout: 15_000 }).toContain("Shared");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const paused = await current();
    await page.waitForTimeout(2500);
    expect(await current()).toBe(paused);
    await page.keyboard.press("Space");
    await expect.poll(() => current(), { timeout: 60_000 }).toContain("Result");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });

  it("counts either side, and prisoners filled in or added up, to the same result", async () => {
    const { page } = person;
    await person.visit(`/g/${game}/count?step=3`);
    await page.getByRole("radio", { name: "White" }).click({ force: true });
    await told(/Counting White is enough/);
    await page.getByRole("button", { name: "To the result" }).click();
    await told(/White by 1¼ 子/);
    await person.visit(`/g/${game}/count?step=2&rules=japanese`);
    await heading(person, "Counting points");
    await told(/^Step 2 of 6: Fill in prisoners\./);
    await page.keyboard.press("End");
    await told(/White by ½ point/);
    await person.visit(`/g/${game}/count?step=2&rules=japanese`);
    await page.getByRole("switch", { name: "Add up without filling" }).click();
    await told(/Prisoners are not filled in/);
    await page.getByRole("button", { name: "To the result" }).click();
    await told(/White by ½ point/);
  });

  it("counts a record where one looks, in a variation too", async () => {
    const { page } = person;
    const text = "(;GM[1]FF[4]SZ[5]KM[0]RU[Chinese];B[cc](;W[dd])(;W[aa];B[bb]))";
    const { id } = await ask<{ id: string }>(person, "POST", "/records", { name: "x.sgf", text });
    await person.visit(`/records/${id}?move=1/1/2`);
    await stands(person, "B4", "black");
    await page.getByRole("button", { name: "More" }).last().click();
    await page.getByRole("menuitem", { name: "Count this position" }).click();
    await heading(person, "Counting in 子");
    await stands(person, "B4", "black");
    expect(new URL(page.url()).searchParams.get("move")).toBe("1/1/2");
  });
});

describe("the rules laboratory", () => {
  it("shows the same end by other rules, and the points of a difference", async () => {
    const { page } = person;
    await person.visit(`/g/${game}/count?step=7`);
    await page.getByRole("link", { name: "Count by other rules" }).click();
    await heading(person, "Rules laboratory");
    const row = (name: RegExp) =>
      page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
    const chinese = row(/^Chinese rules( |t|$)/).first();
    const japanese = row(/^Japanese rules/);
    await chinese.getByText("White by 1¼ 子").waitFor();
    await japanese.getByText("White by ½ point").waitFor();
    // The arrow keys go from cell to cell; a cell that differs says why, and its points are ringed.
    await chinese.getByRole("button").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await sees(person, /^Japanese rules\. /);
    await row(/^Tromp/)
      .getByRole("button")
      .nth(1)
      .focus();
    await page.getByRole("grid", { name: /ringed/ }).waitFor();
    expect(await person.faults()).toEqual([]);
  });
});
