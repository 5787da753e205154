// The real program with an empty data folder, and people at its pages in a real browser.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, onTestFailed } from "vitest";

const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const BINARY = process.env.SHOUTAN_BINARY ?? "../target/debug/shoutan";

/** A running server. */
export class House {
  private constructor(
    private readonly data: string,
    private readonly options: string[],
    private child: ChildProcess,
    readonly address: string,
  ) {}

  /** Starts the program on a free port. `options` are added to `serve`. */
  static async open(...options: string[]): Promise<House> {
    const data = mkdtempSync(join(tmpdir(), "shoutan-journey-"));
    const { child, address } = await start(data, "127.0.0.1:0", options);
    return new House(data, options, child, address);
  }

  /** The number of its process. */
  get pid(): number {
    return this.child.pid!;
  }

  /** Stops it as an operator would, and waits. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = new Promise(done => this.child.once("exit", done));
    this.child.kill(signal);
    await gone;
  }

  /** Starts it again at the same address, with the same data. */
  async again(): Promise<void> {
    const listen = new URL(this.address).host;
    this.child = (await start(this.data, listen, this.options)).child;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

async function start(data: string, listen: string, options: string[]) {
  const words = [
    "serve",
    "--listen",
    listen,
    "--data",
    data,
    "--limit",
    "guests=1000,creations=1000",
    ...options,
  ];
  const child = spawn(BINARY, words, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise<string>((found, fail) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const match = said.match(/http:\/\/[\d.]+:\d+/);
      if (match) found(match[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => fail(new Error(`the server did not start:\n${said}`)));
    child.once("error", fail);
  });
  return { child, address };
}

/** How a person's browser is. */
export type Manner = {
  lang?: "zh" | "en";
  theme?: "light" | "dark";
  board?: "wood" | "slate" | "ink";
  width?: number;
  height?: number;
  touch?: boolean;
  prefs?: Record<string, unknown>;
};

/** Starts the browser that all people of a file share. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: BROWSER,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--autoplay-policy=no-user-gesture-required",
    ],
  });
}

/** Pictures of the pages of tests that failed, in `journeys/failed`. */
let pictures = 0;

async function pictured(page: Page, test: string): Promise<void> {
  const name = `${test} ${++pictures}`.replace(/[^\p{L}\d]+/gu, "-");
  await page.screenshot({ path: `journeys/failed/${name}.png` }).catch(() => {});
  await page.context().close();
}

/** A person: a browser of their own, with cookies and storage of their own. */
export class Person {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly house: House,
    /** What the page threw or logged as an error. */
    readonly troubles: string[],
  ) {}

  static async enter(browser: Browser, house: House, manner: Manner = {}): Promise<Person> {
    const {
      lang = "en",
      theme = "light",
      board = "wood",
      width = 1280,
      height = 800,
      touch = false,
    } = manner;
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: touch,
      locale: lang === "zh" ? "zh-CN" : "en-GB",
    });
    context.setDefaultTimeout(20_000);
    const wanted = JSON.stringify({ lang, theme, board, ...manner.prefs });
    await context.addInitScript(text => {
      if (!localStorage.getItem("shoutan.prefs")) localStorage.setItem("shoutan.prefs", text);
    }, wanted);
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on("pageerror", error => troubles.push(String(error)));
    page.on("console", message => {
      // A refused request is logged by the browser itself; the page must say it in words, which journeys check.
      const text = message.text();
      if (
        message.type() === "error" &&
        !/Failed to load resource|WebSocket connection|net::ERR_/.test(text)
      ) {
        troubles.push(text);
      }
    });
    // People who set a file's scene come before any test.
    if (expect.getState().currentTestName) onTestFailed(({ task }) => pictured(page, task.name));
    return new Person(context, page, house, troubles);
  }

  async visit(path: string): Promise<void> {
    await this.page.goto(this.house.address + path);
  }

  /** What axe finds wrong with the page as it stands. */
  async faults(): Promise<string[]> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(() =>
      (window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run(),
    );
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
    );
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
