// Ten games against the engine at once, whose players answer without thinking, and two people beside them: how long each
// waits, whether all go on, what a move of the two takes, and the server's memory. Prints figures; a release build in
// SHOUTAN_BINARY.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Person } from "./house";
import { ask, guest, open } from "./people";

const SECONDS = 40;

/** Levels by rank: 20 kyu to 9 dan, most of them where the engine thinks longest. */
const RANKS = [11, 16, 21, 26, 31, 34, 36, 38, 39, 39];

/** The five without a network, mostly the highest, which thinks as long as it may. */
const FREE = [1, 2, 3, 4, 4, 5, 5, 5, 5, 5];

/** What a page is told to do: play these games from one socket, for so long. */
type Work = { games: string[]; seconds: number; engine: boolean };

/** What it found: each game's waits in milliseconds, and the results of games that ended. */
type Found = { waits: Record<string, number[]>; ended: string[] };

/** Makes a game on 19×19; its number. */
async function made(person: Person, opponent: Record<string, unknown>): Promise<string> {
  const terms = { color: "black", cols: 19, rows: 19, ruleset: "chinese", time: "10m+3x30s" };
  return (await ask<{ id: string }>(person, "POST", "/games", { opponent, ...terms })).id;
}

/** Runs in the page. Plays anywhere, and again when that is refused. */
function plays({ games, seconds, engine }: Work): Promise<Found> {
  const found: Found = { waits: {}, ended: [] };
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const end = performance.now() + seconds * 1000;
  const since: Record<string, number> = {};
  const turn: Record<string, number> = {};
  let n = 0;
  const move = (game: string) => {
    if (performance.now() > end) return;
    const letters = "ABCDEFGHJKLMNOPQRST";
    const at = `${letters[Math.floor(Math.random() * 19)]}${1 + Math.floor(Math.random() * 19)}`;
    const as = engine ? undefined : turn[game]! % 2 ? "white" : "black";
    const id = `m${location.port}${Date.now()}${++n}`;
    since[game] = performance.now();
    socket.send(JSON.stringify({ t: "event", game, id, as, d: { move: at } }));
  };
  return new Promise(done => {
    setTimeout(() => done(found), seconds * 1000 + 1000);
    socket.onopen = () => {
      for (const game of games) socket.send(JSON.stringify({ t: "sub", game }));
    };
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data as string);
      const game = frame.game as string;
      if (frame.t === "snapshot") {
        found.waits[game] = [];
        turn[game] = 0;
        setTimeout(move, 500, game);
      } else if (frame.t === "refused") {
        move(game);
      } else if (frame.t === "event" && frame.phase === "done") {
        found.ended.push(frame.result);
      } else if (frame.t === "event" && frame.d.move) {
        turn[game]!++;
        if (engine && frame.d.move.by === "black") since[game] = performance.now();
        else {
          found.waits[game]!.push(performance.now() - since[game]!);
          // The two people take their time.
          setTimeout(move, engine ? 0 : 100, game);
        }
      }
    };
  });
}

function spread(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(1);
  return `p50 ${at(0.5)} · p90 ${at(0.9)} · p99 ${at(0.99)} · max ${at(1)} ms, n ${sorted.length}`;
}

/** Megabytes of memory that a process holds. */
function memory(pid: number): string {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return `${Math.round(Number(found?.[1]) / 1024)} MB`;
}

it.each([
  ["at ranks, with a network", RANKS, []],
  ["without a network", FREE, ["--net", "none"]],
])("ten games on 19×19 %s", async (name, levels, options) => {
  const say = (what: string) => process.stdout.write(`${name}: ${what}\n`);
  const world = await open(...options, "--limit", "messages=1000");
  try {
    const person = await guest(world.browser, world.house);
    const pair = await guest(world.browser, world.house);
    const beside = await made(pair, { kind: "here" });
    const games: string[] = [];
    for (const level of levels) games.push(await made(person, { kind: "engine", level }));
    for (const { page } of [person, pair]) await page.goto(`${world.house.address}/healthz`);
    say(`memory before ${memory(world.house.pid)}`);
    const work = { games, seconds: SECONDS, engine: true };
    const [engine, people] = await Promise.all([
      person.page.evaluate(plays, work),
      pair.page.evaluate(plays, { games: [beside], seconds: SECONDS, engine: false }),
    ]);
    say(`memory after ${memory(world.house.pid)}`);
    for (const [n, game] of games.entries()) {
      say(`level ${levels[n]}: ${spread(engine.waits[game] ?? [])}`);
    }
    say(`all: ${spread(Object.values(engine.waits).flat())}`);
    say(`the two people: ${spread(Object.values(people.waits).flat())}`);
    say(`ended: ${engine.ended.join(" ") || "none"}`);
    expect(engine.ended.filter(result => /\+T$/.test(result))).toEqual([]);
    for (const game of games) expect(engine.waits[game]!.length).toBeGreaterThan(3);
  } finally {
    await world.close();
  }
});
