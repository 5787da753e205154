// A server with something on every page: games in every state, a record, an open seek.

import { alternate, pass, play } from "./board";
import type { Person } from "./house";
import { alone, ask, guest, type open, table } from "./people";

type World = Awaited<ReturnType<typeof open>>;

/** The moves of a small whole game: 9×9, Black 44 points and White 37, two dead stones. */
const WHOLE = [
  ...["E5", "E4", "D4", "D3", "F4", "E3", "C3", "C2", "F3", "F2", "G2", "E2", "B2", "C4", "B3", "D5", "C5"],
  ...["D6", "C6", "D7", "E6", "E7", "F6", "F7", "G7", "G8", "H8", "G6", "H7", "F8", "B7", "C7", "B6", "C8"],
];

/** The address of every page by its name. */
export async function scenes({ browser, house }: World): Promise<Record<string, string>> {
  const live = await table(browser, house, { time: "10m+3x30s" });
  await alternate(live.black, live.white, WHOLE);
  const person = await guest(browser, house, {}, "Marguerite Aurelia Fonta");
  const waiting = await ask<{ id: string }>(person, "POST", "/games", {
    opponent: { kind: "seek" },
    cols: 19,
    rows: 19,
    ruleset: "japanese",
    time: "20m+5x30s",
  });
  const marked = await small(person, false);
  const done = await small(person, true);
  const record = await ask<{ id: string }>(person, "POST", "/records", {
    name: "scene.sgf",
    text: RECORD,
  });
  return {
    home: "/",
    "setup-friend": "/new?with=friend",
    "setup-engine": "/new?with=engine",
    waiting: `/g/${waiting.id}`,
    game: `/g/${live.game}`,
    marking: `/g/${marked}`,
    over: `/g/${done}`,
    theatre: `/g/${done}/count?step=4`,
    verdict: `/g/${done}/count?step=7`,
    laboratory: `/g/${done}/lab`,
    "game-record": `/g/${done}/record`,
    wall: "/watch",
    archive: "/records",
    record: `/records/${record.id}?move=30`,
    open: "/record",
    introduction: "/learn",
    lesson: "/learn/ko",
    account: "/me",
    sheet: "/boards",
    nowhere: "/nowhere",
  };
}

/** A game at one device, played to the marking or to the count. */
async function small(person: Person, counted: boolean): Promise<string> {
  const game = await alone(person, { kind: "here" });
  for (const column of [9, 8, 7, 6, 5, 4, 3, 2, 1]) {
    await play(person, `E${column}`);
    await play(person, column === 5 ? "B5" : `F${column}`);
  }
  await play(person, "D5");
  await play(person, "F5");
  await pass(person);
  await pass(person);
  const accept = person.page.getByRole("button", { name: "Accept", exact: true });
  await accept.waitFor();
  if (counted) {
    await accept.click();
    await person.page.getByRole("heading", { level: 1, name: /Black by|Black wins/ }).waitFor();
  }
  return game;
}

/** The opening of the ear-reddening game of 1846, with a comment and a variation. */
const RECORD = `(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[0]PB[Shusaku]BR[4d]PW[Gennan Inseki]WR[8d]DT[1846-09-11]RE[B+2]
EV[The ear-reddening game]RU[Japanese];B[qd];W[dc];B[pq];W[oc];B[cp];W[cf];B[ep];W[qo];B[pe];W[np];B[po];W[pp];B[op]
;W[qp];B[oq];W[oo];B[pn];W[qq];B[nq];W[on];B[pm];W[om];B[pl];W[mp];B[mq];W[ol];B[pk];W[lq];B[lr];W[kr]
C[White settles the lower side. 白在下边安定。](;B[lp];W[kq];B[qr];W[rr];B[rs];W[mr])(;B[kq]LB[lp:A]TR[qr]))`;
