import { describe, expect, it } from "vitest";
import { square } from "../board/points";
import { capturing } from "./capture";
import { pointOf, readDiagram, startOf, youOf } from "./diagram";
import { judge, type StoneAnswer } from "./judge";
import { ladder } from "./ladder";
import { lessons } from "./lessons";
import { eyeSpace, killing, lifeOf } from "./life";
import { joined, linking } from "./link";
import { MOST_POSITIONS } from "./search";

const nine = square(9);
const seven = square(7);

/** A shape of eye space at the upper edge of 9×9, closed in by Black and without a liberty outside. */
function closedIn(inside: readonly (readonly [row: number, col: number])[]) {
  const around = (points: readonly (readonly [number, number])[]) =>
    points.flatMap(([row, col]) =>
      [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => [row + down, col + right] as const)),
    );
  const rows = Array.from({ length: 9 }, () => [..."........."]);
  const put = (points: readonly (readonly [number, number])[], sign: string) => {
    for (const [row, col] of points) if (rows[row]?.[col]) rows[row]![col] = sign;
  };
  put(around(around(inside)), "O");
  put(around(inside), "X");
  put(inside, ".");
  const chain = rows[0]!.indexOf("X");
  return { position: readDiagram(rows.map(row => row.join(""))), chain };
}

describe("life and death of eye shapes", () => {
  it.each([
    [
      "straight two",
      "dead",
      [
        [0, 3],
        [0, 4],
      ],
    ],
    [
      "straight three",
      "first",
      [
        [0, 3],
        [0, 4],
        [0, 5],
      ],
    ],
    [
      "bent three",
      "first",
      [
        [0, 3],
        [0, 4],
        [1, 4],
      ],
    ],
    [
      "straight four",
      "alive",
      [
        [0, 3],
        [0, 4],
        [0, 5],
        [0, 6],
      ],
    ],
    [
      "bent four",
      "alive",
      [
        [0, 3],
        [0, 4],
        [0, 5],
        [1, 5],
      ],
    ],
    [
      "zigzag four",
      "alive",
      [
        [0, 3],
        [0, 4],
        [1, 4],
        [1, 5],
      ],
    ],
    [
      "square four",
      "dead",
      [
        [0, 3],
        [0, 4],
        [1, 3],
        [1, 4],
      ],
    ],
    [
      "T-four",
      "first",
      [
        [0, 3],
        [0, 4],
        [0, 5],
        [1, 4],
      ],
    ],
    [
      "bulky five",
      "first",
      [
        [0, 3],
        [0, 4],
        [1, 3],
        [1, 4],
        [1, 5],
      ],
    ],
    [
      "cross five",
      "first",
      [
        [0, 4],
        [1, 3],
        [1, 4],
        [1, 5],
        [2, 4],
      ],
    ],
    [
      "rabbity six",
      "first",
      [
        [0, 3],
        [0, 4],
        [1, 3],
        [1, 4],
        [1, 5],
        [2, 4],
      ],
    ],
    [
      "rectangular six",
      "alive",
      [
        [0, 3],
        [0, 4],
        [0, 5],
        [1, 3],
        [1, 4],
        [1, 5],
      ],
    ],
  ] as const)("%s: %s", (_, life, inside) => {
    const { position, chain } = closedIn(inside);
    expect(lifeOf(position, chain)).toBe(life);
  });

  it("takes two small eyes for life, and one for death", () => {
    const two = readDiagram(["XX.X.XO", "XXXXXXO", "OOOOOOO", ".......", ".......", ".......", "......."]);
    expect(lifeOf(two, 0)).toBe("alive");
    const one = readDiagram(["XX.XO..", "XXXXO..", "OOOOO..", ".......", ".......", ".......", "......."]);
    expect(lifeOf(one, 0)).toBe("dead");
  });

  it("finds the space inside", () => {
    const { position, chain } = closedIn([
      [0, 3],
      [0, 4],
      [1, 4],
    ]);
    expect(eyeSpace(position, chain)).toEqual([3, 4, 13]);
  });

  it("knows one vital point of the rabbity six", () => {
    const { position, chain } = closedIn([
      [0, 3],
      [0, 4],
      [1, 3],
      [1, 4],
      [1, 5],
      [2, 4],
    ]);
    const space = eyeSpace(position, chain);
    const kills = space.filter(point => {
      const played = position.play("white", point);
      return "position" in played && killing(chain, "black", space).can(played.position, "black");
    });
    expect(kills).toEqual([pointOf("E8", nine)]);
  });
});

describe("the ladder", () => {
  const rows = ["..XX.....", ".XO......", ".X.......", ...Array.from({ length: 6 }, () => ".........")];
  const chain = pointOf("C8", nine);

  it("runs to the edge of an empty board", () => {
    expect(ladder(readDiagram(rows), chain)).toBeGreaterThan(12);
  });

  it.each(["G4", "F4"])("fails with a white stone at %s", breaker => {
    const at = pointOf(breaker, nine);
    expect(ladder(readDiagram(rows).with([[at, "white"]]), chain)).toBeNull();
  });

  it("is not disturbed by a stone beside its path", () => {
    const at = pointOf("B2", nine);
    expect(ladder(readDiagram(rows).with([[at, "white"]]), chain)).not.toBeNull();
  });

  it("sees a chain that takes one of its hunters", () => {
    const taken = readDiagram([".......", "..OXXO.", "..XO.O.", "...X...", ".......", ".......", "......."]);
    expect(ladder(taken, pointOf("D5", seven))).toBe(1);
    const played = taken.play("black", pointOf("B5", seven));
    if (!("position" in played)) throw new Error("refused");
    const search = capturing([pointOf("D5", seven)], "white");
    expect(search.prevention(played.position)).toBe(pointOf("E5", seven));
  });
});

describe("capture", () => {
  it("lets a stone in the open run", () => {
    const open = readDiagram([".......", ".......", "...X...", "..XO...", ".......", ".......", "......."]);
    expect(capturing([pointOf("D4", seven)], "white").can(open, "white")).toBe(false);
  });

  it("holds out as long as it can where nothing helps", () => {
    const start = readDiagram([".......", "..XX...", ".XO....", ".XX....", ".......", ".......", "......."]);
    const search = capturing([pointOf("C5", seven)], "white");
    expect(search.can(start, "white")).toBe(true);
    expect(search.prevention(start)).toBeUndefined();
    expect(search.resistance(start)).toBe(pointOf("D5", seven));
  });
});

describe("links", () => {
  const start = readDiagram([".......", ".......", "....XO.", "...XO..", "....O..", ".......", "......."]);
  const ends = [pointOf("D4", seven), pointOf("E5", seven)] as const;

  it("are made by a tiger's mouth as well, and broken between the two", () => {
    expect(joined(start, ends)).toBe(false);
    const link = linking(ends, "black");
    expect(link.attack(start)).toBe(pointOf("D6", seven));
    expect(link.prevention(start)).toBe(pointOf("D5", seven));
  });
});

describe("every point of every lesson", () => {
  const stoneTasks = lessons.flatMap(lesson =>
    lesson.tasks.flatMap((task, index) =>
      task.answer.kind === "find" || task.answer.kind === "choose"
        ? []
        : [{ name: `${lesson.id} ${index + 1}`, task, answer: task.answer as StoneAnswer }],
    ),
  );

  it.each(stoneTasks)(
    "$name gets a verdict, and a wrong one a refutation on the board",
    ({ task, answer }) => {
      const start = startOf(task);
      start.stones.forEach((stone, point) => {
        const verdict = judge({ answer, you: youOf(task), start, now: start, stones: 0 }, point);
        if (stone) expect(verdict.kind).toBe("refused");
        if (verdict.kind !== "wrong" || typeof verdict.reply !== "number") return;
        const them = youOf(task) === "black" ? "white" : "black";
        expect("position" in verdict.played.position.play(them, verdict.reply)).toBe(true);
      });
    },
  );

  it("stays far below the bound of the search", () => {
    const captures = stoneTasks.flatMap(({ task }) => (task.answer.kind === "capture" ? [task] : []));
    for (const task of captures) {
      if (task.answer.kind !== "capture") continue;
      const start = startOf(task);
      const chains = task.answer.chains.map(vertex => pointOf(vertex, start.size));
      const search = capturing(chains, "white");
      expect(search.can(start, "black")).toBe(true);
      search.prevention(start);
      expect(search.looked).toBeLessThan(MOST_POSITIONS / 4);
    }
  });
});
