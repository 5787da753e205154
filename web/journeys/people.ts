// People at a table: a game made over HTTP by one of them and joined by the other, each in a browser of their own.

import type { Browser } from "playwright-core";
import { House, type Manner, openBrowser, Person } from "./house";

/** Terms of a game as `POST /games` takes them; 9×9, Chinese rules, no clock without them. */
export type Terms = Record<string, unknown>;

const PLAIN = { cols: 9, rows: 9, ruleset: "chinese", time: "none", color: "black" };

type Made = { id: string; key: string | null; link: string };

/** Does something over HTTP with the person's own cookie. */
export async function ask<T>(person: Person, method: string, path: string, body: unknown = {}): Promise<T> {
  const address = `${person.house.address}/api/v1${path}`;
  const answer = await person.context.request.fetch(address, { method, data: body });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${method} ${path}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Someone with a guest's account, at the start page. */
export async function guest(
  browser: Browser,
  house: House,
  manner: Manner = {},
  name?: string,
): Promise<Person> {
  const person = await Person.enter(browser, house, manner);
  await ask(person, "POST", "/guest");
  if (name) await ask(person, "PATCH", "/me", { name });
  await person.visit("/");
  return person;
}

/** Two people with a game that has begun, both at its page. */
export async function table(
  browser: Browser,
  house: House,
  terms: Terms = {},
  manners: { black?: Manner; white?: Manner } = {},
): Promise<{ black: Person; white: Person; game: string }> {
  const black = await guest(browser, house, manners.black, "Ana");
  const white = await guest(browser, house, manners.white, "Bo");
  const made = await ask<Made>(black, "POST", "/games", { ...PLAIN, opponent: { kind: "link" }, ...terms });
  await ask(white, "POST", `/games/${made.id}/join?key=${made.key}`);
  await Promise.all([black.visit(`/g/${made.id}`), white.visit(`/g/${made.id}`)]);
  for (const person of [black, white]) await person.page.getByRole("grid").first().waitFor();
  return { black, white, game: made.id };
}

/** A game of one person alone: two at one device, or against the engine. */
export async function alone(
  person: Person,
  opponent: Record<string, unknown>,
  terms: Terms = {},
): Promise<string> {
  const made = await ask<Made>(person, "POST", "/games", { ...PLAIN, opponent, ...terms });
  await person.visit(`/g/${made.id}`);
  await person.page.getByRole("grid").first().waitFor();
  return made.id;
}

/** A server and a browser for the tests of one file, closed after them. */
export async function open(
  ...options: string[]
): Promise<{ house: House; browser: Browser; close(): Promise<void> }> {
  const [house, browser] = await Promise.all([House.open(...options), openBrowser()]);
  return {
    house,
    browser,
    async close() {
      await browser.close();
      await house.close();
    },
  };
}
