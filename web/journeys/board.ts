// What people do at a board, by the names that a screen reader is given.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "./house";

export type Side = "black" | "white";

/** The cell of a point on the page's large board. */
export function cell(page: Page, at: string): Locator {
  return page.getByRole("gridcell", { name: new RegExp(`^${at}[,，]`) }).first();
}

/** Plays with the mouse and waits until the server has the move. */
export async function play(person: Person, at: string): Promise<void> {
  await click(person.page, at);
  await stands(person, at);
}

/** Clicks a point where it is drawn, not so soon after the opponent's stone that the board takes it for a slip. */
export async function click(page: Page, at: string): Promise<void> {
  await page.waitForTimeout(300);
  const { x, y } = await middle(page, at);
  await page.mouse.click(x, y);
}

/** Where a point is drawn. The board may just be drawn anew, so a cell that is gone is looked for again. */
export async function middle(page: Page, at: string): Promise<{ x: number; y: number }> {
  for (let tries = 0; tries < 20; tries++) {
    const box = await cell(page, at).boundingBox();
    if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.waitForTimeout(100);
  }
  throw new Error(`${at} is not on the board`);
}

/** Waits until a point holds a stone that nobody waits for any more. */
export async function stands(person: Person, at: string, color?: Side): Promise<void> {
  const names = { black: "Black|黑", white: "White|白" };
  const stone = color ? names[color] : `${names.black}|${names.white}`;
  const settled = new RegExp(`^${at}[,，] ?(${stone})(?!.*(being sent|正在送出))`);
  await person.page.getByRole("gridcell", { name: settled }).first().waitFor();
}

/** Waits until a point is empty. */
export async function isEmpty(person: Person, at: string): Promise<void> {
  await person.page
    .getByRole("gridcell", { name: new RegExp(`^${at}[,，] ?(empty|空)`) })
    .first()
    .waitFor();
}

/** Both play in turn, Black first; each move is seen by both. */
export async function alternate(black: Person, white: Person, moves: readonly string[]): Promise<void> {
  for (const [number, at] of moves.entries()) {
    const [mover, other] = number % 2 === 0 ? [black, white] : [white, black];
    await play(mover, at);
    await stands(other, at, number % 2 === 0 ? "black" : "white");
  }
}

/** Passes and says yes to the question. */
export async function pass(person: Person): Promise<void> {
  const { page } = person;
  await page.getByRole("button", { name: "Pass", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pass", exact: true }).click();
}

/** Waits for a text anywhere on the page. */
export async function sees(person: Person, text: string | RegExp): Promise<void> {
  await person.page.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Waits for the page's heading. */
export async function heading(person: Person, text: string | RegExp): Promise<void> {
  await person.page.getByRole("heading", { level: 1, name: text }).waitFor();
}

/** Nothing was thrown or logged as an error on a person's page. */
export function untroubled(...people: Person[]): void {
  for (const person of people) expect(person.troubles).toEqual([]);
}
