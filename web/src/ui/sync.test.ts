import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { me } from "../api/client";
import type { Account } from "../api/types";
import { prefs, setPrefs } from "./prefs";
import { keepInStep, saving } from "./sync";

const account = (id: string, guest: boolean, web?: object): Account =>
  ({ id, guest, name: id, created: 0, preferences: web ? { web, other: 1 } : {} }) as unknown as Account;

let sent: { preferences: { web: object; other?: number } }[] = [];
let status = 200;

keepInStep();

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  status = 200;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    sent.push(body);
    const answer = { ...me.value, preferences: body.preferences };
    const headers = { "content-type": "application/json" };
    return new Response(JSON.stringify(answer), { status, headers });
  });
});

afterEach(() => {
  me.value = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("preferences and account", () => {
  it("takes over what the account has and saves nothing then", async () => {
    setPrefs({ board: "wood", coordinates: "11" });
    me.value = account("ann", false, { board: "slate" });
    expect(prefs.value).toMatchObject({ board: "slate", coordinates: "11" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual([]);
  });

  it("saves the device's for an account that has none", async () => {
    setPrefs({ board: "ink" });
    me.value = account("ben", false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent[0]?.preferences.web).toMatchObject({ board: "ink" });
  });

  it("saves a change once it rests, and keeps what others store there", async () => {
    me.value = account("cid", false, { board: "slate" });
    setPrefs({ board: "wood" });
    setPrefs({ board: "ink" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.preferences).toMatchObject({ other: 1, web: { board: "ink" } });
  });

  it("keeps a guest's on the device", async () => {
    me.value = account("guest", true);
    setPrefs({ board: "slate" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual([]);
  });

  it("tells that saving failed", async () => {
    me.value = account("dan", false, { board: "slate" });
    status = 503;
    setPrefs({ board: "wood" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(saving.value).toHaveProperty("error");
  });
});
