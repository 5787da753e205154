import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventFrame, moveFrames, snapshotFrame } from "./fixtures";
import type { ClientMessage, ServerMessage } from "./types";

vi.mock("./client", async () => {
  const { signal } = await import("@preact/signals");
  return { enter: async () => ({ id: "u1", name: "Lu" }), me: signal(null) };
});

/** A socket whose other end is the test. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    Line.all.push(this);
  }
  send(text: string) {
    const message = JSON.parse(text) as ClientMessage;
    if (message.t !== "ping") this.sent.push(message);
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  hears(frame: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const line = () => Line.all.at(-1)!;
const events = (of: Line) => of.sent.filter(message => message.t === "event");

async function opened() {
  const { openGame, link, outbox } = await import("./socket");
  const heard: string[] = [];
  const game = openGame(
    "g1",
    {},
    {
      frame: frame => heard.push(frame.t === "event" ? `event ${frame.seq}` : frame.t),
      refused: ({ code }) => heard.push(`refused ${code}`),
      failed: code => heard.push(`failed ${code}`),
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  line().opens();
  return { game, heard, link, outbox };
}

/** The line breaks and comes back. */
async function again(): Promise<void> {
  line().breaks();
  await vi.advanceTimersByTimeAsync(1000);
  line().opens();
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  sessionStorage.clear();
  Line.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a game over the socket", () => {
  it("is opened whole, and after a break from where it stood", async () => {
    const { heard, link } = await opened();
    expect(line().sent).toEqual([{ t: "sub", game: "g1" }]);
    line().hears(snapshotFrame({ seq: 1 }));
    for (const frame of moveFrames(2, ["C3", "B2"])) line().hears(frame);
    line().breaks();
    expect(link.value).toMatchObject({ state: "lost", attempt: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    line().opens();
    expect(line().sent).toEqual([{ t: "sub", game: "g1", after: 3 }]);
    expect(link.value).toMatchObject({ state: "open", attempt: 0, since: null });
    expect(heard).toEqual(["snapshot", "event 2", "event 3"]);
  });

  it("asks for what is missing and passes nothing on twice", async () => {
    const { heard } = await opened();
    line().hears(snapshotFrame({ seq: 1 }));
    line().hears(moveFrames(3, ["C3"])[0]!);
    expect(line().sent.at(-1)).toEqual({ t: "sub", game: "g1", after: 1 });
    for (const frame of moveFrames(2, ["D4", "C3", "B2"])) line().hears(frame);
    line().hears(moveFrames(3, ["C3"])[0]!);
    expect(heard).toEqual(["snapshot", "event 2", "event 3", "event 4"]);
  });

  it("says that there is no such game", async () => {
    const { heard } = await opened();
    const message = { zh: "没有", en: "none" };
    line().hears({ t: "refused", game: null, id: null, code: "game.unknown", message });
    expect(heard).toEqual(["failed game.unknown"]);
  });

  it("waits for the server through a restart", async () => {
    const { link } = await opened();
    line().hears({ t: "bye", code: "restart" });
    line().breaks();
    expect(link.value).toMatchObject({ state: "lost", restarting: true });
    await vi.advanceTimersByTimeAsync(1000);
    line().breaks();
    await vi.advanceTimersByTimeAsync(1500);
    line().opens();
    expect(link.value).toMatchObject({ state: "open", restarting: false });
  });

  it("waits longer for a server that takes the line and drops it", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    await opened();
    for (let n = 0; n < 4; n++) {
      line().breaks();
      await vi.advanceTimersByTimeAsync(300 * 2 ** n);
      line().opens();
    }
    const lines = Line.all.length;
    line().breaks();
    await vi.advanceTimersByTimeAsync(4700);
    expect(Line.all.length).toBe(lines);
    await vi.advanceTimersByTimeAsync(200);
    expect(Line.all.length).toBe(lines + 1);
    // A line that answers is good: the next break is the first.
    line().opens();
    line().hears({ t: "pong", n: 1, now: 0 });
    line().breaks();
    await vi.advanceTimersByTimeAsync(300);
    expect(Line.all.length).toBe(lines + 2);
  });

  it("leaves no second line behind when the page wakes while one is opened", async () => {
    // The event itself would wake the pages of the tests before, too.
    const listens = vi.spyOn(document, "addEventListener");
    await opened();
    const wake = listens.mock.calls.find(([kind]) => kind === "visibilitychange")![1] as () => void;
    line().breaks();
    await vi.advanceTimersByTimeAsync(1000);
    for (let n = 0; n < 5; n++) {
      wake();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(Line.all.filter(one => one.readyState < 2)).toEqual([line()]);
  });

  it("lets words by that it does not know", async () => {
    const { heard } = await opened();
    line().hears(snapshotFrame({ seq: 1 }));
    const words = ["", "{", "null", "7", '"a"', "[]", '{"t":5}', '{"t":"dance","game":"g1"}', "{}"];
    for (const data of words) expect(() => line().onmessage?.({ data })).not.toThrow();
    line().hears(moveFrames(2, ["C3"])[0]!);
    expect(heard).toEqual(["snapshot", "event 2"]);
  });

  it("takes a line for broken that says nothing for long", async () => {
    const { link } = await opened();
    line().hears(snapshotFrame());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(link.value.state).toBe("lost");
  });
});

describe("the outbox", () => {
  it("sends an action again until it is answered", async () => {
    const { game, outbox } = await opened();
    line().hears(snapshotFrame({ seq: 1 }));
    const id = game.act({ move: "C3" });
    expect(events(line())).toHaveLength(1);
    await again();
    expect(events(line())).toEqual([{ t: "event", game: "g1", id, d: { move: "C3" } }]);
    line().hears(eventFrame(2, { move: { by: "black", at: "C3" } }, { id }));
    expect(outbox.value).toEqual([]);
    await again();
    expect(events(line())).toEqual([]);
  });

  it("lets the answer to a second sending go by", async () => {
    const { game, heard, outbox } = await opened();
    line().hears(snapshotFrame({ seq: 1 }));
    const id = game.act({ move: "C3" });
    const answer = eventFrame(2, { move: { by: "black", at: "C3" } }, { id });
    line().hears({ ...answer, id: undefined });
    line().hears(answer);
    expect([heard, outbox.value]).toEqual([["snapshot", "event 2"], []]);
  });

  it("gives up what is refused, once", async () => {
    const { game, heard, outbox } = await opened();
    line().hears(snapshotFrame());
    const id = game.act({ move: "C3" });
    const refusal = {
      t: "refused",
      game: "g1",
      id,
      code: "illegal.ko",
      message: { zh: "", en: "" },
    } as const;
    line().hears(refusal);
    line().hears(refusal);
    expect([heard, outbox.value]).toEqual([["snapshot", "refused illegal.ko"], []]);
  });

  it("survives a reload", async () => {
    const before = await opened();
    line().hears(snapshotFrame());
    line().breaks();
    const id = before.game.act({ move: "C3" }, "black");
    vi.resetModules();
    const after = await opened();
    expect(after.outbox.value.map(pending => pending.id)).toEqual([id]);
    expect(events(line())).toEqual([{ t: "event", game: "g1", id, as: "black", d: { move: "C3" } }]);
  });

  it.each(["null", "{}", "[null,5,{}]", '[{"game":"g1","id":"x","at":9e15}]', "["])(
    "is empty where %s is stored",
    async text => {
      sessionStorage.setItem("shoutan.outbox", text);
      const { outbox } = await opened();
      expect(outbox.value).toEqual([]);
    },
  );

  it("makes a new id for each action", async () => {
    const { game } = await opened();
    const ids = [game.act({ resign: {} }), game.act({ resign: {} })];
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[0-9a-f]{24}$/);
  });
});
