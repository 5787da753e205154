// What goes wrong in the middle of a game: reload, a cut line, a server that restarts, two tabs, a second look back.

import { afterAll, beforeAll, describe, it } from "vitest";
import { alternate, click, heading, isEmpty, play, sees, stands, untroubled } from "./board";
import { open, table } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

describe("in mid-game", () => {
  it("a reload brings the game back as it stands", async () => {
    const { black, white } = await table(world.browser, world.house);
    await alternate(black, white, ["E5", "C3", "G7"]);
    await white.page.reload();
    for (const at of ["E5", "G7"]) await stands(white, at, "black");
    await stands(white, "C3", "white");
    await heading(white, /Move 3, your turn/);
    await play(white, "G3");
    await stands(black, "G3", "white");
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });

  it("a move made while the line is cut is kept over a reload and arrives", async () => {
    const { black, white } = await table(world.browser, world.house);
    await alternate(black, white, ["E5", "C3"]);
    await black.context.setOffline(true);
    await click(black.page, "G7");
    await sees(black, /Your move is kept/);
    await isEmpty(white, "G7");
    await black.context.setOffline(false);
    await stands(black, "G7", "black");
    await stands(white, "G7", "black");
    await Promise.all([black.leave(), white.leave()]);
  });

  it("a restart of the server loses nothing and the game goes on by itself", async () => {
    const { black, white } = await table(world.browser, world.house, { time: "10m" });
    await alternate(black, white, ["E5", "C3", "G7"]);
    await world.house.stop();
    await sees(black, /server is restarting/);
    await world.house.again();
    await heading(white, /Move 3, your turn/);
    await play(white, "G3");
    await stands(black, "G3", "white");
    await Promise.all([black.leave(), white.leave()]);
  });

  it("a server that is killed loses nothing either", async () => {
    const { black, white } = await table(world.browser, world.house, { time: "10m" });
    await alternate(black, white, ["E5", "C3", "G7", "G3"]);
    await world.house.stop("SIGKILL");
    await click(black.page, "C7");
    await sees(black, /Your move is kept/);
    await world.house.again();
    await stands(black, "C7", "black");
    await stands(white, "C7", "black");
    await Promise.all([black.leave(), white.leave()]);
  });

  it("of two tabs the newer plays, and the older can take the game back", async () => {
    const { black, white, game } = await table(world.browser, world.house);
    await alternate(black, white, ["E5", "C3"]);
    const second = await black.context.newPage();
    await second.goto(`${world.house.address}/g/${game}`);
    await second.getByRole("grid").first().waitFor();
    await sees(black, "This game is open in another page.");
    await black.page.getByRole("button", { name: "Continue here" }).click();
    await second.getByText("This game is open in another page.").waitFor();
    await play(black, "G7");
    await stands(white, "G7", "black");
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });

  it("looking back and trying moves never touches the live game", async () => {
    const { black, white } = await table(world.browser, world.house);
    await alternate(black, white, ["E5", "C3"]);
    await black.page.getByRole("button", { name: "Previous move" }).click();
    await isEmpty(black, "C3");
    await click(black.page, "G7");
    await stands(black, "G7");
    await isEmpty(white, "G7");
    await black.page.getByRole("button", { name: "Back to now" }).filter({ visible: true }).first().click();
    await isEmpty(black, "G7");
    await stands(black, "C3", "white");
    await play(black, "G3");
    await stands(white, "G3", "black");
    untroubled(black, white);
    await Promise.all([black.leave(), white.leave()]);
  });
});
