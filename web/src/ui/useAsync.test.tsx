import { act, cleanup, renderHook, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useAsync } from "./useAsync";

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A load whose answers the test gives by hand. */
function byHand() {
  const answers: { resolve: (value: string) => void; reject: (error: unknown) => void }[] = [];
  const load = () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject }));
  return { answers, load };
}

describe("useAsync", () => {
  it("is slow only after 400 ms, and no longer once something came", async () => {
    const { answers, load } = byHand();
    const { result } = renderHook(() => useAsync(load, []));
    await act(() => void vi.advanceTimersByTime(390));
    expect(result.current.slow).toBe(false);
    await act(() => void vi.advanceTimersByTime(20));
    expect(result.current.slow).toBe(true);
    await act(async () => answers[0]!.resolve("here"));
    expect(result.current).toMatchObject({ data: "here", slow: false });
  });

  it("drops the answer to an older question", async () => {
    const { answers, load } = byHand();
    const { result, rerender } = renderHook(({ id }) => useAsync(load, [id]), { initialProps: { id: 1 } });
    rerender({ id: 2 });
    await act(async () => answers[1]!.resolve("second"));
    await act(async () => answers[0]!.resolve("first"));
    expect(result.current.data).toBe("second");
  });

  it("keeps what was there when loading again fails, and forgets the error when it works", async () => {
    const { answers, load } = byHand();
    const { result } = renderHook(() => useAsync(load, []));
    await act(async () => answers[0]!.resolve("old"));
    await act(() => result.current.reload());
    await act(async () => answers[1]!.reject(new Error("gone")));
    expect(result.current.data).toBe("old");
    expect(result.current.error).toBeInstanceOf(Error);
    await act(() => result.current.reload());
    await act(async () => answers[2]!.resolve("new"));
    await waitFor(() => expect(result.current).toMatchObject({ data: "new", error: undefined }));
  });
});
