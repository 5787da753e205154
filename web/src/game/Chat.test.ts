import { describe, expect, it } from "vitest";
import type { GameView } from "../api/gameState";
import type { ChatLine } from "../api/types";
import { linesOf } from "./Chat";

const line = (at: number, room: "players" | "watchers" = "players"): ChatLine => ({
  at,
  room,
  name: "Ana",
  color: null,
  text: String(at),
});

const view = (chat: ChatLine[]) => ({ chat, notes: [{ at: 25, kind: "pause" }] }) as unknown as GameView;

describe("the lines of a room", () => {
  it("are its own with the game's notes between them, oldest first", () => {
    const lines = linesOf(view([line(20), line(30, "watchers"), line(40)]), "players", []);
    expect(lines.map(one => one.at)).toEqual([20, 25, 40]);
    expect(linesOf(view([line(30, "watchers")]), "watchers", []).map(one => one.at)).toEqual([30]);
  });

  it("have the earlier ones above, each once", () => {
    const whole = [line(10), line(20), line(40)];
    const lines = linesOf(view([line(20), line(40), line(50)]), "players", whole);
    expect(lines.map(one => one.at)).toEqual([10, 20, 25, 40, 50]);
  });
});
