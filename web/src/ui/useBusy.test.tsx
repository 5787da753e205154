import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { useBusy } from "./useBusy";

afterEach(cleanup);

it("lets one through, however fast the clicks come, and the next after its end", async () => {
  let sent = 0;
  let finish = () => {};
  function Button() {
    const { busy, begin, end } = useBusy();
    const send = async () => {
      if (!begin()) return;
      sent++;
      await new Promise<void>(done => {
        finish = done;
      });
      end();
    };
    return (
      <button type="button" aria-disabled={busy} onClick={send}>
        go
      </button>
    );
  }
  render(<Button />);
  const button = screen.getByRole("button");
  for (let n = 0; n < 5; n++) button.click();
  expect(sent).toBe(1);
  finish();
  await Promise.resolve();
  await Promise.resolve();
  button.click();
  expect(sent).toBe(2);
});
