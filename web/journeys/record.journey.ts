// A record from disk: opened with its repairs, walked, tried, edited, saved, shared, downloaded.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { click, isEmpty, sees, stands, untroubled } from "./board";
import { guest, open } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

/** A record with junk before it and without its last bracket. */
const BROKEN = "junk (;GM[1]FF[4]SZ[9]KM[7.5]PB[Fan Tingyu]PW[Ke Jie]RE[B+R];B[ee]C[The centre.];W[cc];B[gg]";

function file(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "shoutan-record-")), name);
  writeFileSync(path, text);
  return path;
}

describe("a record", () => {
  it("is opened from disk, walked, edited, saved and downloaded", async () => {
    const person = await guest(world.browser, world.house);
    const { page } = person;
    await person.visit("/record");
    await page.locator("input[type=file]").setInputFiles(file("broken.sgf", BROKEN));
    await sees(person, /Fan Tingyu/);
    await sees(person, /repair/);
    // Walked by keys.
    await page.keyboard.press("Home");
    await isEmpty(person, "E5");
    await page.keyboard.press(".");
    await stands(person, "E5", "black");
    await sees(person, "The centre.");
    await page.keyboard.press("End");
    await stands(person, "G3", "black");
    // A variation, played on the board.
    await page.keyboard.press(",");
    await click(page, "C3");
    await stands(person, "C3");
    // A comment.
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("textbox", { name: "Comment" }).fill("A quieter move]\\");
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await page.waitForURL(/\/records\/[^/]+/);
    await page.reload();
    await sees(person, /Fan Tingyu/);
    const sgf = await page.evaluate(async () => {
      const id = location.pathname.split("/")[2];
      return ((await (await fetch(`/api/v1/records/${id}`)).json()) as { sgf: string }).sgf;
    });
    expect(sgf).toContain("C[A quieter move\\]\\\\]");
    untroubled(person);
    await person.leave();
  });

  it("that is none is refused with a way on", async () => {
    const person = await guest(world.browser, world.house);
    await person.visit("/record");
    await person.page.locator("input[type=file]").setInputFiles(file("note.txt", "milk, bread, stones"));
    await sees(person, /No game found/);
    await person.page.locator("input[type=file]").setInputFiles(file("ok.sgf", "(;GM[1]SZ[9];B[ee])"));
    await person.page.getByRole("grid").first().waitFor();
    await person.page.keyboard.press("End");
    await stands(person, "E5", "black");
    await person.leave();
  });

  it("gives its diagram as a file", async () => {
    const person = await guest(world.browser, world.house);
    const { page } = person;
    await person.visit("/record");
    await page.locator("input[type=file]").setInputFiles(file("a.sgf", "(;GM[1]SZ[9];B[ee];W[cc];B[gg])"));
    await page.getByRole("button", { name: "Diagram", exact: true }).click();
    const coming = page.waitForEvent("download");
    await page
      .getByRole("button", { name: "Download SVG" })
      .or(page.getByRole("link", { name: "Download SVG" }))
      .click();
    const path = await (await coming).path();
    const svg = readFileSync(path, "utf8");
    expect(svg).toMatch(/^<(\?xml|svg)/);
    expect(svg).not.toContain("var(--");
    await person.leave();
  });
});
