import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { App } from "./app";
import { setLanguage } from "./i18n";

afterEach(cleanup);

it.each([
  "/g/l",
  "/g/UPPER",
  "/g/..%2Fme",
  "/g/8zzzzzzzzzz/count",
  "/records/0",
  "/records/a%3Fb/lab",
  "/g/-1/record",
])("%s is no page", async path => {
  await setLanguage("en");
  history.replaceState(null, "", path);
  render(<App />);
  expect(await screen.findByRole("heading", { name: "There is nothing here." })).toBeTruthy();
});
