// How fast and how large, in a real browser: first usable board, bytes of the game page, frames and input delay while
// stones are placed. Prints figures; run it on a quiet machine with a release build in SHOUTAN_BINARY.

import { afterAll, beforeAll, it } from "vitest";
import { click } from "./board";
import { alone, guest, open } from "./people";

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

function say(name: string, value: string): void {
  process.stdout.write(`${name}: ${value}\n`);
}

function spread(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1);
  return `p50 ${at(0.5)} · p95 ${at(0.95)} · p99 ${at(0.99)} · max ${at(1)} ms, n ${sorted.length}`;
}

it.each([
  ["the game page, 19×19", (game: string) => `/g/${game}`],
  ["the first page", () => "/"],
])("first usable board with a cold cache and the processor slowed 4×: %s", async (name, path) => {
  const owner = await guest(world.browser, world.house);
  const game = await alone(owner, { kind: "here" }, { cols: 19, rows: 19 });
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < 7; run++) {
    const person = await guest(world.browser, world.house);
    await person.page.goto("about:blank");
    const cdp = await person.context.newCDPSession(person.page);
    await cdp.send("Network.enable");
    await cdp.send("Network.clearBrowserCache");
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    bytes = 0;
    cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const began = performance.now();
    await person.visit(path(game));
    await person.page.locator("svg circle, [role=gridcell]").first().waitFor({ state: "attached" });
    times.push(performance.now() - began);
    await person.page.waitForTimeout(500);
    await person.leave();
  }
  say(name, `${spread(times)}; ${(bytes / 1024).toFixed(0)} KB over the line`);
  await owner.leave();
});

it("frames and delay while stones are placed on 19×19", async () => {
  const person = await guest(world.browser, world.house, { prefs: { placing: "tap" } });
  await alone(person, { kind: "here" }, { cols: 19, rows: 19 });
  const { page } = person;
  await page.evaluate(() => {
    const frames: number[] = [];
    const delays: number[] = [];
    let last = performance.now();
    let pressed = 0;
    const beat = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(beat);
    };
    requestAnimationFrame(beat);
    document.addEventListener("pointerup", event => (pressed = event.timeStamp), true);
    new MutationObserver(() => {
      if (!pressed) return;
      const from = pressed;
      pressed = 0;
      requestAnimationFrame(() => setTimeout(() => delays.push(performance.now() - from)));
    }).observe(document.querySelector(".bd-sheet svg, .bd-wood svg")!, { childList: true, subtree: true });
    Object.assign(window, { frames, delays });
  });
  const columns = [..."ABCDEFGHJKLMNOPQRST"];
  for (let n = 0; n < 100; n++) {
    // Scattered so that nothing is captured and no point comes twice.
    const at = `${columns[(n * 7) % 19]}${((n * 11 + Math.floor(n / 19)) % 19) + 1}`;
    await click(page, at);
  }
  const { frames, delays } = await page.evaluate(() => {
    const { frames, delays } = window as unknown as { frames: number[]; delays: number[] };
    return { frames: frames.slice(5), delays };
  });
  say("frames", `${spread(frames)}; over 20 ms: ${frames.filter(one => one > 20).length}`);
  say("from the button's release to the stone", spread(delays));
  await person.leave();
});
