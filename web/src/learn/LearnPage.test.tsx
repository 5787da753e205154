import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Router } from "wouter-preact";
import { memoryLocation } from "wouter-preact/memory-location";
import { App } from "../app";
import { setLanguage } from "../i18n";
import { progress } from "./progress";

/** The introduction as the app shows it at an address. */
async function open(path: string) {
  const { hook, history } = memoryLocation({ path, record: true });
  render(
    <Router hook={hook}>
      <App />
    </Router>,
  );
  await screen.findByRole("heading", { level: 1 }, { timeout: 10_000 });
  return history;
}

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  localStorage.clear();
  progress.value = { solved: {}, at: null };
});
afterEach(cleanup);

const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const shown = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`), current: "step" });
const next = (name: string) => screen.getByRole("button", { name });

describe("the introduction", () => {
  it("begins with the first lesson and gives it its address", async () => {
    const history = await open("/learn");
    expect(title()).toBe("Board and turns");
    expect(history.at(-1)).toBe("/learn/board");
  });

  it("goes on where one left", async () => {
    progress.value = { solved: { ko: [0] }, at: "ko" };
    await open("/learn");
    expect(title()).toBe("Ko");
    expect(shown("Exercise 2 of 3")).toBeTruthy();
  });

  it("answers a question, keeps it, and goes on", async () => {
    await open("/learn/forbidden");
    expect(next("Next").getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Yes" }));
    expect(screen.getByText(/^Not that/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "No" }));
    expect(screen.getByText(/^Right\. White stands/)).toBeTruthy();
    expect(document.activeElement).toBe(next("Next"));
    expect(JSON.parse(localStorage.getItem("shoutan.learn")!).solved).toEqual({ forbidden: [0] });
    fireEvent.click(next("Next"));
    expect(shown("Exercise 2 of 3")).toBeTruthy();
  });

  it("goes back to an earlier exercise", async () => {
    progress.value = { solved: { ko: [0] }, at: "ko" };
    await open("/learn/ko");
    fireEvent.click(screen.getByRole("button", { name: "Exercise 1 of 3 done" }));
    expect(shown("Exercise 1 of 3")).toBeTruthy();
    expect(screen.getByText("Take the white stone with the triangle.")).toBeTruthy();
  });

  it("gives the hint in words, and then a point", async () => {
    await open("/learn/capture");
    fireEvent.click(next("Hint"));
    expect(screen.getByText("Look at the empty point below them.")).toBeTruthy();
    fireEvent.click(next("Hint"));
    expect(screen.getByText(/Look at D2\.$/)).toBeTruthy();
  });

  it("ticks a lesson that is done, in words as well", async () => {
    progress.value = { solved: { board: [0, 1, 2] }, at: "liberties" };
    await open("/learn/liberties");
    const course = screen.getByRole("navigation", { name: "Course" });
    expect(within(course).getByRole("link", { name: /Board and turns\s*done/ })).toBeTruthy();
    expect(within(course).queryAllByRole("link", { name: /done/ })).toHaveLength(1);
    expect(
      within(course)
        .getByRole("link", { name: /Liberties/ })
        .getAttribute("aria-current"),
    ).toBe("page");
  });

  it("ends with a game against the easiest computer", async () => {
    await open("/learn/first-game");
    expect(screen.getByRole("link", { name: "Play the computer on 9×9" }).getAttribute("href")).toBe(
      "/new?with=engine&size=9&level=1",
    );
  });

  it("says so where there is no such lesson", async () => {
    await open("/learn/nonsense");
    expect(title()).toBe("There is nothing here.");
  });
});
