import { act, cleanup, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClockView, ControlView, TimeView } from "../api/types";
import { setLanguage } from "../i18n";
import { MINUTE, SECOND } from "./control";
import { Seat, type SeatProps } from "./Seat";

const NOW = 1_672_617_600_000;
const control: ControlView = { system: "chinese_reading", text: "2h 保留5", words: { zh: "", en: "" } };
const reserve: TimeView = { main: 0, periods: 3, left: 3 * MINUTE - 34 * SECOND };

function clock(change: Partial<ClockView> = {}): ClockView {
  return {
    now: NOW,
    black: reserve,
    white: reserve,
    running: "white",
    deadline: null,
    paused: null,
    ...change,
  };
}

function seat(props: Partial<SeatProps> = {}) {
  const all: SeatProps = {
    color: "white",
    name: "林小满",
    prisoners: 1,
    clock: clock(),
    control,
    now: Date.now,
    ...props,
  };
  const shown = render(<Seat {...all} />);
  const card = shown.container.querySelector(".seat")!;
  const again = (change: Partial<SeatProps>) => shown.rerender(<Seat {...all} {...change} />);
  return { card, again };
}

const digits = (card: Element) => card.querySelector(".seat-time > [aria-hidden]")!.textContent;

beforeEach(async () => {
  await setLanguage("zh");
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a player's card", () => {
  it("counts the seconds of the minute up, and says the time when it is asked for", () => {
    const { card } = seat();
    expect(digits(card)).toBe("34秒");
    act(() => {
      vi.advanceTimersByTime(SECOND);
    });
    expect(digits(card)).toBe("35秒");
    const timer = screen.getByRole("timer", { name: "本分钟已用 35 秒，保留 3 分" });
    expect(timer.getAttribute("aria-live")).toBe("off");
    expect(card.className).toContain("running");
    expect(card.querySelectorAll(".seat-pips .on")).toHaveLength(3);
    expect(card.textContent).toContain("保留 3 分");
  });

  it("stands still while the other side thinks", () => {
    const { card } = seat({ color: "black" });
    act(() => {
      vi.advanceTimersByTime(MINUTE);
    });
    expect(digits(card)).toBe("34秒");
    expect(card.className).toContain("waiting");
  });

  it("becomes the alarm in the last ten seconds of the last minute", () => {
    const last = { main: 0, periods: 1, left: 10 * SECOND };
    const { card } = seat({ clock: clock({ white: last }) });
    expect([digits(card), card.className.includes("attention")]).toEqual(["50秒", true]);
    act(() => {
      vi.advanceTimersByTime(3 * SECOND);
    });
    expect([digits(card), card.className.includes("urgent")]).toEqual(["末分钟3", true]);
  });

  it("says why it stands", () => {
    const paused = clock({ running: null, paused: { zh: "裁判暂停", en: "stopped by the referee" } });
    const { card } = seat({ clock: paused });
    expect(card.textContent).toContain("裁判暂停");
    expect(card.querySelector(".seat-hatch")).not.toBeNull();
  });

  it("says that time is up when the server has said so", () => {
    const { card, again } = seat({ clock: clock({ white: { main: 0, periods: 0, left: 0 } }) });
    expect(card.textContent).not.toContain("超时");
    again({ clock: clock({ running: null }), flagged: true, over: true });
    expect(digits(card)).toBe("0:00");
    expect(card.textContent).toContain("超时");
  });

  it("does not claim to know the time without the server", () => {
    const { card } = seat({ stale: true });
    expect(digits(card)).toBe("≈34秒");
    expect(card.textContent).toContain("棋钟以服务器为准");
  });

  it("counts how long a player is away, and says that the clock runs", () => {
    const { card } = seat({ connection: { away: true, since: NOW - 12 * SECOND } });
    expect(card.textContent).toContain("掉线 0:12，棋钟在走");
    act(() => {
      vi.advanceTimersByTime(SECOND);
    });
    expect(card.textContent).toContain("掉线 0:13，棋钟在走");
  });

  it("shows what a move has added", () => {
    const fischer: ControlView = { ...control, system: "fischer", text: "10m+10s" };
    const time = { main: 5 * MINUTE, left: 5 * MINUTE };
    const { card, again } = seat({ control: fischer, clock: clock({ white: time, black: time }) });
    expect(card.querySelector(".seat-gain")).toBeNull();
    again({ control: fischer, clock: clock({ white: time, black: time, running: "black" }) });
    expect(card.querySelector(".seat-gain")!.textContent).toBe("+10");
  });

  it("leaves out a refund that would read 0", () => {
    expect(seat({ refund: 40 }).card.textContent).not.toContain("补还");
    cleanup();
    expect(seat({ refund: 300 }).card.textContent).toContain("补还 0.3 秒");
  });
});
