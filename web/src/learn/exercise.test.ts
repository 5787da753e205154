import { describe, expect, it } from "vitest";
import { pointOf } from "./diagram";
import { again, begin, choose, find, hint, place } from "./exercise";
import { lessonOf } from "./lessons";
import { readProgress } from "./progress";

const task = (lesson: string, number: number) => lessonOf(lesson)!.tasks[number - 1]!;
const at = (vertex: string, lines = 7) => pointOf(vertex, { cols: lines, rows: lines });

describe("a task answered by stones", () => {
  it("is solved when the marked stones are off", () => {
    const solved = place(begin(task("gate", 1)), at("E3"));
    expect(solved.phase).toBe("reply");
    const open = solved.next!;
    expect([open.phase, open.steps.length]).toEqual(["open", 2]);
    const end = place(open, at("D1"));
    expect([end.phase, end.steps.at(-1)!.captured]).toEqual(["solved", 3]);
  });

  it("shows what refutes a wrong move, and goes back to before it", () => {
    const start = begin(task("hug", 1));
    const wrong = place(start, at("D3")).next!;
    expect(wrong.note).toEqual({ kind: "wrong", because: "ran", reply: at("E4"), point: at("D3") });
    expect(wrong.now.at(at("E4"))).toBe("white");
    expect(place(wrong, at("E3"))).toBe(wrong);
    expect(again(wrong).now.hash).toBe(start.now.hash);
  });

  it("goes back one move of a long line, not to its beginning", () => {
    const one = place(begin(task("ladder", 1)), at("D5")).next!;
    const wrong = place(one, at("A1")).next!;
    expect(wrong.phase).toBe("wrong");
    expect(again(wrong).now.hash).toBe(one.now.hash);
    expect(again(again(wrong)).steps).toEqual([]);
  });

  it("says why a stone is refused, and changes nothing", () => {
    const start = begin(task("ko", 3));
    const refused = place(start, at("D7", 9));
    expect(refused.note).toMatchObject({ kind: "refused", refusal: { why: "ko" } });
    expect(refused.now).toBe(start.now);
    expect(place(start, at("C7", 9)).note).toMatchObject({ refusal: { why: "occupied" } });
  });

  it("answers a ko threat, and fills the ko when there is none", () => {
    const start = begin(task("ko", 3));
    expect(place(start, at("H2", 9)).next).toMatchObject({ phase: "open", note: { kind: "more" } });
    const filled = place(start, at("E5", 9)).next!;
    expect(filled.note).toMatchObject({ because: "filled", reply: at("D7", 9) });
  });

  it("counts what was enclosed", () => {
    const best = place(begin(task("board", 3)), at("D1"));
    expect(best.note).toEqual({ kind: "solved", enclosed: 9 });
    const less = place(begin(task("board", 3)), at("C1"));
    expect(less.note).toEqual({ kind: "solved", enclosed: 8 });
  });

  it("takes a tiger's mouth for a connection", () => {
    expect(place(begin(task("connect", 2)), at("C5")).phase).toBe("solved");
    expect(place(begin(task("connect", 2)), at("D6")).phase).toBe("solved");
  });
});

describe("a task of finding", () => {
  it("counts down, and takes a chain as a whole", () => {
    const one = find(begin(task("counting", 2)), at("B7"));
    expect(one.note).toEqual({ kind: "found", point: at("B7"), left: 2 });
    expect(find(one, at("B6")).note?.kind).toBe("already");
    expect(find(one, at("B1")).phase).toBe("solved");
  });
});

describe("a question", () => {
  it("remembers what was tried", () => {
    const tried = choose(begin(task("counting", 3)), "25");
    expect([...tried.tried]).toEqual(["25"]);
    expect(choose(tried, "27").phase).toBe("solved");
  });
});

describe("hints", () => {
  it("come in words first, then with the point, and end with the move", () => {
    const words = hint(begin(task("capture", 1)));
    expect(words.hints).toBe(1);
    expect(hint(words).hints).toBe(2);
    expect(place(hint(words), at("D2")).hints).toBe(0);
  });

  it("of a question stay words", () => {
    expect(hint(hint(begin(task("forbidden", 1)))).hints).toBe(1);
  });
});

describe("stored progress", () => {
  it.each([undefined, null, "", [], 7, { solved: 7 }])("%j counts as nothing", stored => {
    expect(readProgress(stored)).toEqual({ solved: {}, at: null });
  });

  it("keeps what is ours and leaves the rest", () => {
    const stored = { solved: { ko: [0, 2], eyes: "all" }, at: "ko" };
    expect(readProgress(stored)).toEqual({ solved: { ko: [0, 2] }, at: "ko" });
  });
});
