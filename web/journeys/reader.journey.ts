// A whole game by typed moves and keys, with what a screen reader is given as the only output.

import { afterAll, beforeAll, expect, it } from "vitest";
import { pass, play, untroubled } from "./board";
import type { Person } from "./house";
import { open, table } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

/** The accessibility tree as text. */
const heard = (person: Person) => person.page.locator("body").ariaSnapshot();

/** Waits until the accessibility tree, its live regions among it, says something. */
async function hears(person: Person, words: RegExp): Promise<void> {
  let last = "";
  for (let tries = 0; tries < 100; tries++) {
    last = await heard(person);
    if (words.test(last)) return;
    await person.page.waitForTimeout(200);
  }
  throw new Error(`not heard: ${words}\n${last}`);
}

/** Types a point on the board and plays it. */
async function type(person: Person, text: string): Promise<void> {
  await person.page.waitForTimeout(300);
  await person.page.keyboard.type(text);
  await person.page.keyboard.press("Enter");
}

/** Presses Tab until the focus is on something with this role and name. */
async function tabTo(person: Person, role: string, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press++) {
    const focused = await person.page.evaluate(() => {
      const here = document.activeElement as HTMLElement;
      const role =
        here.getAttribute("role") ?? (here.tagName === "BUTTON" ? "button" : here.tagName.toLowerCase());
      return [role, here.getAttribute("aria-label") ?? here.textContent ?? ""] as const;
    });
    if (focused[0] === role && name.test(focused[1].trim())) return;
    await person.page.keyboard.press("Tab");
  }
  throw new Error(`cannot be reached with Tab: ${role} ${name}`);
}

it("is played, marked and won without looking", async () => {
  const { black, white } = await table(world.browser, world.house, { cols: 5, rows: 5, komi: "0.5" });
  await hears(black, /heading "Game started, your turn"/);
  await tabTo(black, "gridcell", /./);
  // Each coordinate style is understood.
  const typed = ["C5", "3-2", "C3", "cd", "C1"];
  const stones = ["C5", "C4", "C3", "C2", "C1"];
  for (const [row, text] of typed.entries()) {
    await type(black, text);
    await hears(black, new RegExp(`Black ${stones[row]}`));
    await play(white, `D${5 - row}`);
    await hears(black, new RegExp(`White D${5 - row}\\. Your turn\\.`));
  }
  // A taken point is refused in words.
  await type(black, "D5");
  await hears(black, /There is a stone here already|not empty|occupied/);
  await black.page.keyboard.press("Shift+P");
  await hears(black, /dialog/);
  await tabTo(black, "button", /^Pass$/);
  await black.page.keyboard.press("Enter");
  await hears(black, /Black passed/);
  await pass(white);
  await hears(black, /heading "Mark dead stones/);
  await tabTo(black, "button", /^Accept/);
  await black.page.keyboard.press("Enter");
  await white.page.getByRole("button", { name: "Accept", exact: true }).click();
  // 15 against 10 and half a point.
  await hears(black, /Black (wins )?by 2¼ 子/);
  expect(await heard(black)).toMatch(/row ".*C5, Black/);
  untroubled(black, white);
  await Promise.all([black.leave(), white.leave()]);
});
