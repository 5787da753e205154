// The computer as an opponent: by rank with the network that comes with the program, in five levels without one.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { play, sees, untroubled } from "./board";
import { Person } from "./house";
import { open } from "./people";

type World = Awaited<ReturnType<typeof open>>;

/** Waits until the computer has answered the last move. */
async function answered({ page }: Person, moves: number): Promise<void> {
  await page.getByRole("heading", { level: 1, name: new RegExp(`(Move|第) ?${moves}\\D`) }).waitFor();
}

describe("with a network", () => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  it("a rank is chosen by keyboard, and some moves are played against it", async () => {
    const person = await Person.enter(world.browser, world.house);
    const { page } = person;
    await person.visit("/new?with=engine");
    const slider = page.getByRole("slider", { name: "Strength" });
    await slider.waitFor();
    const rank = () => slider.getAttribute("aria-valuetext");
    expect(await rank()).toBe("15 kyu");
    await slider.focus();
    await page.keyboard.press("End");
    expect(await rank()).toBe("9 dan");
    await page.keyboard.press("Home");
    expect(await rank()).toBe("20 kyu");
    for (let n = 0; n < 15; n++) await page.keyboard.press("ArrowRight");
    expect(await rank()).toBe("5 kyu");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("grid").first().waitFor();
    await sees(person, "5 kyu");
    await play(person, "E5");
    await answered(person, 2);
    await play(person, "A1");
    await answered(person, 4);
    // It is remembered.
    await person.visit("/new?with=engine");
    await slider.waitFor();
    expect(await rank()).toBe("5 kyu");
    untroubled(person);
    await person.leave();
  });

  it("a rank is chosen by thumb on a phone, in Chinese, and large boards are warned of", async () => {
    const manner = { lang: "zh", width: 360, height: 740, touch: true } as const;
    const person = await Person.enter(world.browser, world.house, manner);
    const { page } = person;
    await person.visit("/new?with=engine&level=30");
    const slider = page.getByRole("slider", { name: "棋力" });
    await page.getByRole("button", { name: "强一级" }).tap();
    expect(await slider.getAttribute("aria-valuetext")).toBe("1 段");
    await page.getByRole("radio", { name: "其他" }).tap();
    await page.getByRole("spinbutton").first().fill("25");
    await sees(person, /19 路以上没有网络可用/);
    await page.getByRole("radio", { name: "9 路", exact: true }).tap();
    await page.getByRole("button", { name: "开始", exact: true }).tap();
    await page.getByRole("grid").first().waitFor();
    await sees(person, "1 段");
    untroubled(person);
    await person.leave();
  });
});

describe("without a network", () => {
  let world: World;
  beforeAll(async () => {
    world = await open("--net", "none");
  });
  afterAll(() => world.close());

  it("there are five levels, and a game against one of them", async () => {
    const person = await Person.enter(world.browser, world.house);
    const { page } = person;
    await person.visit("/new?with=engine&size=9");
    await sees(person, /uses no network, so there are five levels/);
    expect(await page.getByRole("slider").count()).toBe(0);
    expect(await page.getByRole("radio", { name: "Novice" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "Casual" }).click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("grid").first().waitFor();
    await sees(person, "casual");
    await play(person, "E5");
    await answered(person, 2);
    untroubled(person);
    await person.leave();
  });
});
