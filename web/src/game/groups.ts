// The marking of dead stones: its groups as rows of a list, and what a change of one makes of it.

import type { GameView } from "../api/gameState";
import { now } from "../api/gameState";
import type { Pending } from "../api/socket";
import type { Action, Color, Message } from "../api/types";
import { columnOf, fromVertices, rowOf, toVertex } from "../board/points";
import type { Owner, Point, Size } from "../board/types";
import { fraction, type Key, t } from "../i18n";

export type Status = "alive" | "dead" | "seki";

/** Stones that are judged together. */
export type Group = {
  color: Color;
  stones: readonly Point[];
  status: Status;
  /** Why the analyser thinks so; null where it was not asked or thinks otherwise. */
  reason: Message | null;
  /** The analyser cannot tell. */
  unsure: boolean;
};

/** What is held dead and in seki. */
export type Marks = { dead: ReadonlySet<Point>; seki: ReadonlySet<Point> };

/** The marking as this page shows it: with the own change that is on its way. */
export function shownMarks(view: GameView, unsent: readonly Pending[]): Marks {
  const own = unsent.findLast(pending => "mark" in pending.d)?.d;
  const given = own && "mark" in own ? own.mark : view.marking;
  // The own change names one stone of each chain.
  const whole = (list: readonly string[] = []) =>
    new Set(fromVertices(list, view.size).flatMap(point => now(view).chain(point)));
  return { dead: whole(given?.dead), seki: whole(given?.seki) };
}

export function statusOf(stones: readonly Point[], { dead, seki }: Marks): Status {
  if (stones.some(stone => dead.has(stone))) return "dead";
  return stones.some(stone => seki.has(stone)) ? "seki" : "alive";
}

/** The groups that deserve a look: those that are not plainly alive. */
export function groupsOf(view: GameView, marks: Marks): Group[] {
  const proposed = view.proposal?.groups ?? [];
  const rows: Group[] = proposed.map(group => {
    const stones = fromVertices(group.stones, view.size);
    const status = statusOf(stones, marks);
    const same = group.status === status || group.status === "unsettled";
    const unsure = group.status === "unsettled";
    return { color: group.color, stones, status, unsure, reason: same ? group.reason : null };
  });
  const covered = new Set(rows.flatMap(row => row.stones));
  for (const { color, chain } of now(view).chains()) {
    const status = statusOf(chain, marks);
    if (status === "alive" || covered.has(chain[0]!)) continue;
    rows.push({ color, stones: chain, status, reason: null, unsure: false });
  }
  return rows.filter(row => row.status !== "alive" || row.unsure || wasChanged(view, row));
}

/** Whether the analyser thought it dead or in seki: then it stays in the list when it is made alive. */
function wasChanged(view: GameView, row: Group): boolean {
  const judged = view.proposal?.groups.find(
    group => fromVertices(group.stones, view.size)[0] === row.stones[0],
  );
  return judged !== undefined && judged.status !== "alive";
}

/** The stones that are judged together with the one on a point. */
export function groupAt(view: GameView, point: Point): readonly Point[] {
  for (const group of view.proposal?.groups ?? []) {
    const stones = fromVertices(group.stones, view.size);
    if (stones.includes(point)) return stones;
  }
  return now(view).chain(point);
}

/** The marking with these stones judged otherwise, as it is sent: one stone names its chain. */
export function changed(view: GameView, marks: Marks, stones: readonly Point[], status: Status): Action {
  const without = (set: ReadonlySet<Point>) => [...set].filter(point => !stones.includes(point));
  const dead = status === "dead" ? [...without(marks.dead), ...stones] : without(marks.dead);
  const seki = status === "seki" ? [...without(marks.seki), ...stones] : without(marks.seki);
  const names = (points: Point[]) => {
    const first = new Set(points.map(point => now(view).chain(point)[0] ?? point));
    return [...first].sort((a, b) => a - b).map(point => toVertex(point, view.size));
  };
  return { mark: { dead: names(dead), seki: names(seki) } };
}

/** Whose the empty points are by the count, and which are shared. Points of dead stones carry their cross instead. */
export function ownersOf(view: GameView): Owner[] | undefined {
  if (!view.count) return undefined;
  const owners: Owner[] = now(view).stones.map(stone => (stone ? null : "shared"));
  const { black, white } = view.count.owners;
  for (const [color, list] of [["black", black] as const, ["white", white] as const]) {
    for (const point of fromVertices(list, view.size)) if (!now(view).at(point)) owners[point] = color;
  }
  return owners;
}

const PLACES: Key[][] = [
  ["marking.upperLeft", "marking.top", "marking.upperRight"],
  ["marking.left", "marking.middle", "marking.right"],
  ["marking.lowerLeft", "marking.bottom", "marking.lowerRight"],
];

/** Where on the board a group stands, in words. */
export function placeOf(stones: readonly Point[], size: Size): Key {
  const mean = (of: (point: Point) => number) =>
    stones.reduce((sum, point) => sum + of(point), 0) / Math.max(1, stones.length);
  const third = (at: number, lines: number) => Math.min(2, Math.floor(((at + 0.5) / lines) * 3));
  const col = third(
    mean(point => columnOf(point, size)),
    size.cols,
  );
  const row = third(
    mean(point => rowOf(point, size)),
    size.rows,
  );
  return PLACES[row]![col]!;
}

/** A group in a few words: “左边 黑 4 子：死”. */
export function groupName(
  view: GameView,
  { stones, color, status }: Pick<Group, "stones" | "color" | "status">,
): string {
  return t(`marking.is.${status}`, {
    place: t(placeOf(stones, view.size)),
    side: t(`marking.side.${color}`),
    n: stones.length,
  });
}

/** A side's total in words: `185 子`, `32½ 目`. */
export function amount(view: GameView, n: string): string {
  return `${fraction(n)} ${unitOf(view, n)}`;
}

/** The unit of a total, in the number that English needs. */
export function unitOf({ setup }: GameView, n: string): string {
  return setup.unit === "zi" ? t("marking.zi") : t("marking.points", { n });
}
