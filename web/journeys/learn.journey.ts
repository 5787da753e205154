// The introduction from its first task to the first game, by keyboard alone.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parts } from "../src/learn/lessons/index";
import type { Task } from "../src/learn/lessons/types";
import { untroubled } from "./board";
import { Person } from "./house";
import { open } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

/** Presses Tab until what has the focus is what is wanted. */
async function tabTo(page: Page, is: (text: string, role: string) => boolean): Promise<void> {
  for (let press = 0; press < 80; press++) {
    const [text, role] = await page.evaluate(() => {
      const here = document.activeElement as HTMLElement;
      return [
        here.textContent?.trim() ?? "",
        here.getAttribute("role") ?? here.tagName.toLowerCase(),
      ] as const;
    });
    if (is(text, role)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("what was looked for cannot be reached with Tab");
}

const next = (page: Page) => page.locator(".learn-acts button.primary:not([aria-disabled=true])").first();

async function solve(page: Page, task: Task): Promise<void> {
  if (task.answer.kind === "choose") {
    const option = task.answer.options.find(one => one.value === task.solution[0])!;
    await tabTo(page, text => text === option.text.en);
    await page.keyboard.press("Enter");
  } else {
    for (const vertex of task.solution) {
      await page.waitForFunction(() => document.querySelector(".learn-do") !== null);
      await tabTo(page, (_, role) => role === "gridcell");
      await page.keyboard.type(vertex);
      await page.keyboard.press("Enter");
      // The opponent answers in their own time.
      await page.waitForTimeout(900);
    }
  }
  await next(page).waitFor();
}

it("is learnt from start to end without a mouse", { timeout: 600_000 }, async () => {
  const person = await Person.enter(world.browser, world.house);
  const { page } = person;
  await person.visit("/learn");
  for (const lesson of parts.flatMap(part => part.lessons)) {
    await page.getByRole("heading", { level: 1, name: lesson.title.en }).waitFor();
    for (const [index, task] of lesson.tasks.entries()) {
      const of = lesson.tasks.length;
      await page.locator("[aria-current=step]", { hasText: `Exercise ${index + 1} of ${of}` }).waitFor();
      await solve(page, task);
      await tabTo(page, text => /^(Next|Next lesson|Your first game)$/.test(text));
      await page.keyboard.press("Enter");
    }
  }
  await page.getByRole("heading", { level: 1, name: "Your first game" }).waitFor();
  await tabTo(page, text => text === "Play the computer on 9×9");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/new\?with=engine|\/g\//);
  expect(
    await page.evaluate(() => localStorage.getItem("shoutan.learn") !== null || localStorage.length > 1),
  ).toBe(true);
  untroubled(person);
  await person.leave();
});
