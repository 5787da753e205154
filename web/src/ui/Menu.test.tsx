import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Menu } from "./Menu";

afterEach(cleanup);

function open() {
  const run = vi.fn();
  render(
    <Menu
      label="more"
      items={[{ text: "Alpha", onSelect: run }, null, { text: "Beta", checked: true, onSelect: run }]}
    />,
  );
  const button = screen.getByRole("button", { name: "more" });
  fireEvent.click(button);
  return { run, button };
}

describe("Menu", () => {
  it("walks with the arrows and first letters", () => {
    open();
    const [alpha, beta] = [screen.getByText("Alpha"), screen.getByText("Beta")].map(
      x => x.closest("button")!,
    );
    fireEvent.keyDown(screen.getByRole("menu"), { key: "ArrowDown" });
    const menu = screen.getByRole("menu");
    fireEvent.keyDown(menu, { key: "b" });
    expect(document.activeElement).toBe(beta);
    fireEvent.keyDown(menu, { key: "ArrowDown" });
    expect(document.activeElement).toBe(alpha);
    fireEvent.keyDown(menu, { key: "End" });
    expect(document.activeElement).toBe(beta);
    expect(beta?.getAttribute("aria-checked")).toBe("true");
  });

  it("closes with Esc and gives the focus back", () => {
    const { button, run } = open();
    fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(run).not.toHaveBeenCalled();
  });

  it("runs what is chosen", () => {
    const { run } = open();
    fireEvent.click(screen.getByText("Alpha"));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).toBeNull();
  });
});
