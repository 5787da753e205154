import { describe, expect, it } from "vitest";
import { confirmsTap, Gesture, type Pointer, type Situation } from "./input";

const CELL = 20;
const finger = (x: number, y: number, id = 1): Pointer => ({ id, type: "touch", x, y });
const mouse = (x: number, y: number): Pointer => ({ id: 1, type: "mouse", x, y });
const situation = (more: Partial<Situation> = {}): Situation => ({
  playable: true,
  confirms: false,
  zoomed: false,
  pending: null,
  pointAt: (x, y) => (x < 0 ? null : Math.round(x / CELL) + 19 * Math.round(y / CELL)),
  ...more,
});

describe("a press", () => {
  it("that is lifted on its point is a tap", () => {
    const gesture = new Gesture();
    expect(gesture.press(mouse(40, 0), situation())).toEqual([]);
    gesture.move(mouse(43, 2));
    expect(gesture.lift(mouse(43, 2))).toEqual([{ do: "tap", point: 2, type: "mouse" }]);
  });

  it("that slides to another point is dropped, also when it comes back", () => {
    const gesture = new Gesture();
    gesture.press(mouse(40, 0), situation());
    gesture.move(mouse(60, 0));
    gesture.move(mouse(40, 0));
    expect(gesture.lift(mouse(40, 0))).toEqual([]);
    gesture.press(mouse(40, 0), situation());
    expect(gesture.lift(mouse(60, 0))).toEqual([]);
  });

  it("beside the board does nothing", () => {
    const gesture = new Gesture();
    gesture.press(mouse(-5, 0), situation());
    expect(gesture.lift(mouse(-5, 0))).toEqual([]);
  });

  it("that the browser takes for a scroll does nothing", () => {
    const gesture = new Gesture();
    gesture.press(finger(40, 0), situation());
    expect(gesture.cancel(finger(40, 30))).toEqual([]);
    expect(gesture.lift(finger(40, 0))).toEqual([]);
  });

  it("of a finger that moves is no tap, though it stays on its point", () => {
    const gesture = new Gesture();
    gesture.press(finger(34, 0), situation());
    gesture.move(finger(46, 0));
    expect(gesture.lift(finger(46, 0))).toEqual([]);
  });

  it("that rests asks for the point's menu, and plays nothing", () => {
    const gesture = new Gesture();
    gesture.press(finger(40, 0), situation());
    expect(gesture.hold()).toEqual([{ do: "context", point: 2 }]);
    expect(gesture.lift(finger(40, 0))).toEqual([]);
  });
});

describe("a finger where stones are confirmed", () => {
  const confirming = situation({ confirms: true });

  it("drags the pending stone, from rest or by moving, and plays nothing when it leaves", () => {
    const gesture = new Gesture();
    gesture.press(finger(40, 0), confirming);
    expect(gesture.hold()).toEqual([{ do: "drag", point: 2, x: 40, y: 0 }]);
    expect(gesture.move(finger(80, 20))).toEqual([{ do: "drag", point: 23, x: 80, y: 20 }]);
    expect(gesture.lift(finger(80, 20))).toEqual([{ do: "dropped" }]);
    gesture.press(finger(40, 0), confirming);
    expect(gesture.move(finger(60, 0))).toEqual([{ do: "drag", point: 3, x: 60, y: 0 }]);
  });

  it("moves a zoomed board, unless it begins on the pending stone", () => {
    const zoomed = situation({ confirms: true, zoomed: true, pending: 5 });
    const gesture = new Gesture();
    gesture.press(finger(40, 0), zoomed);
    expect(gesture.move(finger(60, 10))).toEqual([{ do: "pan", dx: 20, dy: 10 }]);
    expect(gesture.move(finger(65, 10))).toEqual([{ do: "pan", dx: 5, dy: 0 }]);
    expect(gesture.lift(finger(65, 10))).toEqual([]);
    gesture.press(finger(100, 0), zoomed);
    expect(gesture.move(finger(120, 0))).toEqual([{ do: "drag", point: 6, x: 120, y: 0 }]);
  });
});

describe("two fingers", () => {
  it("pinch; what is left of them does nothing", () => {
    const gesture = new Gesture();
    gesture.press(finger(40, 0, 1), situation());
    gesture.press(finger(80, 0, 2), situation());
    expect(gesture.move(finger(120, 0, 2))).toEqual([{ do: "pinch", scale: 2, x: 60, y: 0 }]);
    expect(gesture.lift(finger(120, 0, 2))).toEqual([{ do: "pinched", scale: 2, x: 60, y: 0 }]);
    expect(gesture.move(finger(45, 0, 1))).toEqual([]);
    expect(gesture.lift(finger(40, 0, 1))).toEqual([]);
    gesture.press(finger(40, 0, 3), situation());
    expect(gesture.lift(finger(40, 0, 3))).toHaveLength(1);
  });

  it("put a dragged stone down where it is", () => {
    const gesture = new Gesture();
    gesture.press(finger(40, 0, 1), situation({ confirms: true }));
    gesture.hold();
    expect(gesture.press(finger(80, 0, 2), situation({ confirms: true }))).toEqual([{ do: "dropped" }]);
  });

  it("leave the board as it was when the browser takes them", () => {
    const gesture = new Gesture();
    gesture.press(finger(40, 0, 1), situation());
    gesture.press(finger(80, 0, 2), situation());
    gesture.move(finger(160, 0, 2));
    expect(gesture.cancel(finger(160, 0, 2))).toEqual([{ do: "pinched", scale: 1, x: 60, y: 0 }]);
  });
});

it("automatic placing confirms on touch where lines stand closer than 28 px", () => {
  expect(confirmsTap("auto", "touch", 18)).toBe(true);
  expect(confirmsTap("auto", "touch", 28)).toBe(false);
  expect(confirmsTap("auto", "mouse", 18)).toBe(false);
  expect(confirmsTap("auto", "pen", 18)).toBe(false);
  expect(confirmsTap("tap", "touch", 10)).toBe(false);
  expect(confirmsTap("confirm", "mouse", 60)).toBe(true);
});
