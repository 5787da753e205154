import { expect, it } from "vitest";
import { pressOnce } from "./held";

pressOnce();

function goesThrough(element: Element, key: string, repeat: boolean): boolean {
  document.body.append(element);
  return element.dispatchEvent(
    new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true }),
  );
}

it("lets a held key press a button once", () => {
  const button = document.createElement("button");
  expect(goesThrough(button, "Enter", false)).toBe(true);
  expect(goesThrough(button, "Enter", true)).toBe(false);
  expect(goesThrough(button, " ", true)).toBe(false);
  expect(goesThrough(button, "ArrowDown", true)).toBe(true);
});

it("leaves fields alone", () => {
  expect(goesThrough(document.createElement("textarea"), "Enter", true)).toBe(true);
});
