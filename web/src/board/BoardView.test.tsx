import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { createRef } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../i18n";
import { setPrefs } from "../ui/prefs";
import { BoardView } from "./BoardView";
import { fromRows } from "./diagram";
import { fromVertex, square } from "./points";
import { Position } from "./position";
import { TypedMove } from "./TypedMove";
import type { BoardHandle, BoardProps } from "./types";

beforeEach(async () => {
  await setLanguage("en");
  setPrefs({ keys: true, coordinates: "a1", placing: "auto" });
});
afterEach(cleanup);

const nine = Position.empty(square(9));
const at = (vertex: string) => fromVertex(vertex, nine.size)!;

function show(props: Partial<BoardProps> = {}) {
  const ref = createRef<BoardHandle>();
  const view = (more: Partial<BoardProps>) => (
    <BoardView ref={ref} size={nine.size} stones={nine.stones} label="the board" {...props} {...more} />
  );
  const { rerender } = render(view({}));
  return { ref, again: (more: Partial<BoardProps>) => rerender(view(more)) };
}

const cell = (name: string | RegExp) => screen.getByRole("gridcell", { name });
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more });

describe("the grid", () => {
  it("names every point and has one tab stop", () => {
    show({ stones: nine.with([[at("D5"), "black"]]).stones, last: at("D5") });
    expect(screen.getByRole("grid", { name: "the board" }).getAttribute("aria-rowcount")).toBe("9");
    expect(screen.getAllByRole("gridcell")).toHaveLength(81);
    expect(document.querySelectorAll(".bd-cell[tabindex='0']")).toHaveLength(1);
    expect(cell("D5, Black, last move")).toBeTruthy();
  });

  it("walks by arrows and plays by Enter and Space", () => {
    const onPlay = vi.fn();
    const { ref } = show({ ghost: "black", onPlay });
    act(() => ref.current!.focus());
    expect(document.activeElement).toBe(cell("E5, empty"));
    press("ArrowUp");
    press("ArrowRight");
    expect(document.activeElement).toBe(cell("F6, empty"));
    press("Enter");
    press("ArrowLeft", { ctrlKey: true });
    press(" ");
    expect(onPlay.mock.calls).toEqual([[at("F6")], [at("A6")]]);
  });

  it("asks twice where every stone is confirmed; Escape takes it back", () => {
    const onPlay = vi.fn();
    const onPending = vi.fn();
    const { ref } = show({ ghost: "black", onPlay, onPending, placing: "confirm" });
    act(() => ref.current!.focus());
    press("Enter");
    expect(onPending).toHaveBeenLastCalledWith(at("E5"));
    expect(cell(/E5, empty, pending/)).toBeTruthy();
    press("Escape");
    expect(onPending).toHaveBeenLastCalledWith(null);
    press("Enter");
    expect(onPlay).not.toHaveBeenCalled();
    act(() => ref.current!.confirm());
    expect(onPlay.mock.calls).toEqual([[at("E5")]]);
  });

  it("leaves the page's keys to the page, and plays nothing where nothing can be played", () => {
    const onPage = vi.fn();
    const onPick = vi.fn();
    document.addEventListener("keydown", onPage);
    const { ref } = show({ onPick });
    act(() => ref.current!.focus());
    for (const key of [",", ".", "Home", "End", "Escape", "PageUp"]) press(key);
    press("P", { shiftKey: true });
    expect(onPage).toHaveBeenCalledTimes(7);
    press("ArrowUp");
    expect(onPage).toHaveBeenCalledTimes(7);
    press("Enter");
    expect(onPick.mock.calls).toEqual([[at("E6")]]);
    document.removeEventListener("keydown", onPage);
  });

  it("a stone does not play on a stone, but lets a page that says why hear of it", () => {
    const stones = nine.with([[at("E5"), "white"]]).stones;
    const onPlay = vi.fn();
    const { ref, again } = show({ ghost: "black", onPlay, stones });
    act(() => ref.current!.focus());
    press("Enter");
    expect(onPlay).not.toHaveBeenCalled();
    again({ allows: point => point !== at("E5") });
    press("Enter");
    expect(onPlay.mock.calls).toEqual([[at("E5")]]);
  });
});

describe("typed moves", () => {
  const type = (text: string) => {
    const line = screen.getByRole("textbox", { name: "Point to play" });
    fireEvent.input(line, { target: { value: text } });
    fireEvent.submit(line.closest("form")!);
  };

  it("open at the first letter, and play in any style", () => {
    const onPlay = vi.fn();
    const { ref } = show({ ghost: "black", onPlay });
    act(() => ref.current!.focus());
    press("d");
    type("d4");
    expect(onPlay).toHaveBeenLastCalledWith(at("D4"));
    expect(screen.queryByRole("textbox")).toBeNull();
    press("3");
    type("3．四");
    expect(onPlay).toHaveBeenLastCalledWith(at("C6"));
  });

  it("say what cannot be read and stay open", () => {
    const { ref } = show({ ghost: "black", onPlay: () => {} });
    act(() => ref.current!.focus());
    press("z");
    type("z99");
    expect(screen.getByText("“z99” is no point here. Write it like F6.")).toBeTruthy();
  });

  it("go to the page that shows the line itself", () => {
    const onType = vi.fn();
    const { ref } = show({ ghost: "black", onPlay: () => {}, onType });
    act(() => ref.current!.focus());
    press("q");
    expect(onType.mock.calls).toEqual([["q"]]);
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("may be a pass where a page takes one", () => {
    const onPass = vi.fn();
    const onClose = vi.fn();
    render(<TypedMove first="p" size={nine.size} onPoint={() => {}} onPass={onPass} onClose={onClose} />);
    type("停一手");
    expect(onPass).toHaveBeenCalledOnce();
    type("pass");
    expect(onPass).toHaveBeenCalledTimes(2);
    expect(onClose).toHaveBeenCalledTimes(2);
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it("and commands can be switched off", () => {
    setPrefs({ keys: false });
    const onPage = vi.fn();
    document.addEventListener("keydown", onPage);
    const { ref } = show({ ghost: "black", onPlay: () => {} });
    act(() => ref.current!.focus());
    press("q");
    press("G", { shiftKey: true });
    expect(onPage).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole("textbox")).toBeNull();
    document.removeEventListener("keydown", onPage);
  });
});

it("a screen reader plays by clicking a point", () => {
  const onPlay = vi.fn();
  show({ ghost: "black", onPlay });
  cell("D4, empty").click();
  expect(onPlay.mock.calls).toEqual([[at("D4")]]);
});

describe("a pointer", () => {
  const wood = () => document.querySelector<HTMLElement>(".bd-wood")!;
  const places = () => {
    const circle = document.querySelector("circle")!;
    return { x: Number(circle.getAttribute("cx")), y: Number(circle.getAttribute("cy")) };
  };
  // The first circle of an empty board is the star C7.
  const tap = (type: string, { x, y } = places()) => {
    const event = { pointerId: 1, pointerType: type, clientX: x, clientY: y, button: 0 };
    fireEvent(wood(), new PointerEvent("pointerdown", { bubbles: true, ...event }));
    fireEvent(wood(), new PointerEvent("pointerup", { bubbles: true, ...event }));
    fireEvent.click(cell(/^C7,/));
  };

  it("plays with one click", () => {
    const onPlay = vi.fn();
    show({ ghost: "black", onPlay });
    tap("mouse");
    expect(onPlay.mock.calls).toEqual([[at("C7")]]);
  });

  it("tells the page each point it comes to once", () => {
    const onHover = vi.fn();
    show({ ghost: "black", onPlay: () => {}, onHover });
    const { x, y } = places();
    for (const clientX of [x, x + 1, x + 2]) {
      const event = { bubbles: true, pointerId: 1, pointerType: "mouse", clientX, clientY: y };
      fireEvent(wood(), new PointerEvent("pointermove", event));
    }
    expect(onHover.mock.calls).toEqual([[at("C7")]]);
  });

  it("plays with two taps where a tap is confirmed", () => {
    const onPlay = vi.fn();
    show({ ghost: "black", onPlay, placing: "confirm" });
    tap("touch");
    expect(onPlay).not.toHaveBeenCalled();
    tap("touch");
    expect(onPlay.mock.calls).toEqual([[at("C7")]]);
  });

  it("plays nothing just after the opponent's stone has landed", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const onPlay = vi.fn();
    const { again } = show({ ghost: "black", onPlay });
    again({ stones: nine.with([[at("E5"), "white"]]).stones });
    tap("mouse");
    expect(onPlay).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    tap("mouse");
    expect(onPlay.mock.calls).toEqual([[at("C7")]]);
    vi.useRealTimers();
  });

  it("that closes a menu never plays", () => {
    const onPlay = vi.fn();
    show({ ghost: "black", onPlay });
    const menu = document.createElement("div");
    menu.setAttribute("role", "menu");
    document.body.append(menu);
    tap("mouse");
    menu.remove();
    expect(onPlay).not.toHaveBeenCalled();
  });
});

it("tells its measures when they change, not when the page's function does", () => {
  const calls: number[] = [];
  const { again } = show({ onMeasure: ({ cell }) => calls.push(cell) });
  const told = calls.length;
  expect(told).toBeGreaterThan(0);
  again({ onMeasure: ({ cell }) => calls.push(cell) });
  again({ onMeasure: ({ cell }) => calls.push(cell) });
  expect(calls).toHaveLength(told);
});

it("a thumbnail is one picture with a name", () => {
  show({ thumbnail: true });
  expect(screen.getByRole("img", { name: "the board" })).toBeTruthy();
  expect(screen.queryByRole("grid")).toBeNull();
});

it("draws only what has changed", () => {
  const position = fromRows([...Array(9)].map(() => "XO.XO.XO."));
  const { again } = show({ stones: position.stones });
  const before = document.querySelectorAll("[class^=bd-rim]");
  again({ stones: position.with([[2, "black"]]).stones });
  const after = document.querySelectorAll("[class^=bd-rim]");
  expect(after).toHaveLength(before.length + 1);
  const kept = new Set(after);
  expect([...before].every(stone => kept.has(stone))).toBe(true);
});
