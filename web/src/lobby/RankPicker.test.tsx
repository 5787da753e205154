import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { useState } from "preact/hooks";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EngineLevel } from "../api/types";
import { setLanguage } from "../i18n";
import { RankPicker } from "./RankPicker";

/** The ranks as the server gives them. */
const RANKS: EngineLevel[] = Array.from({ length: 29 }, (_, index) => {
  const [n, zh, en] = index < 20 ? [20 - index, "级", "kyu"] : [index - 19, "段", "dan"];
  return {
    level: index + 11,
    name: { zh: `${n} ${zh}`, en: `${n} ${en}` },
    rank: `${n}${en[0]}`,
    also: [],
  };
});

function Picker({ from, beyond = false }: { from: number; beyond?: boolean }) {
  const [level, setLevel] = useState(from);
  return (
    <>
      <RankPicker levels={RANKS} value={level} beyond={beyond} onChange={setLevel} />
      <p>chosen {level}</p>
    </>
  );
}

const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Strength" });
const button = (name: string) => screen.getByRole("button", { name });
const told = () => document.getElementById(slider().getAttribute("aria-describedby") ?? "")?.textContent;

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

describe("the engine's rank", () => {
  it("is said in words, and moved by the slider", () => {
    render(<Picker from={26} />);
    expect(slider().getAttribute("aria-valuetext")).toBe("5 kyu");
    expect(told()).toContain("many years");
    fireEvent.input(slider(), { target: { value: "20" } });
    screen.getByText("chosen 31");
    expect(slider().getAttribute("aria-valuetext")).toBe("1 dan");
    expect(screen.getByRole("status").textContent).toBe("1 dan");
  });

  it("goes a rank at a time by the buttons, to either end and no further", () => {
    render(<Picker from={12} />);
    fireEvent.click(button("One rank stronger"));
    screen.getByText("chosen 13");
    for (let n = 0; n < 5; n++) fireEvent.click(button("One rank weaker"));
    screen.getByText("chosen 11");
    expect(button("One rank weaker").getAttribute("aria-disabled")).toBe("true");
    expect(button("One rank stronger").getAttribute("aria-disabled")).toBeNull();
  });

  it("says something of every rank, and where networks end", () => {
    const said = RANKS.map(({ level }) => {
      render(<Picker from={level} />);
      const text = told();
      cleanup();
      return text;
    });
    expect(new Set(said).size).toBe(6);
    render(<Picker from={31} beyond />);
    expect(told()).toContain("19");
  });
});
