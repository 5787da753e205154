// 数目 step by step: prisoners fill the areas of their own colour, these are squared into tens and counted.

import type { Judgement } from "../api/types";
import type { BoardProps, Color, Point, Stones } from "../board/types";
import { fraction, t } from "../i18n";
import { sentenceOf } from "./area";
import { apartOf, deadStep, flying, LOOK, lightUp, litText, opponent, ownArea, pace } from "./common";
import { added, colorName, line, pointLines, pointVerdict, whiteWithExtras, withUnit } from "./figures";
import { type Final, ownersOf } from "./final";
import { regionsOf } from "./regions";
import type { Flight, Lids, Picture, Step, SumLine } from "./stage";
import { type Tidied, tidy } from "./tidy";

const COLORS: Color[] = ["black", "white"];

/** One side's share. */
type Side = {
  /** Points that count, before anything is filled. */
  territory: Point[];
  /** Prisoners this side holds: taken in play, dead, and received for passes. */
  holds: number;
  /** Points filled with this side's own stones that the opponent held. */
  filled: Point[];
  /** Stones that found no room. */
  over: number;
  tidied: Tidied;
  /** What is left to count on the board. */
  points: number;
};

type Count = {
  judged: Judgement;
  final: Final;
  /** Prisoners are added to their holder's points instead of being filled in. */
  tally: boolean;
  sides: Record<Color, Side>;
  plain: Stones;
  filled: Stones;
  tidy: Stones;
};

/** The steps of a count of points and prisoners; `tally` adds prisoners up instead of filling them in. */
export function territorySteps(judged: Judgement, final: Final, tally: boolean): Step[] {
  const counting = prepare(judged, final, tally);
  return [
    deadStep(judged, final, lidsOf(counting)),
    fillStep(counting),
    tensStep(counting),
    countStep(counting, "black"),
    countStep(counting, "white"),
    resultStep(counting),
  ];
}

const lidsOf = ({ sides }: Count): Lids => ({
  black: sides.black.holds,
  white: sides.white.holds,
  shown: true,
});

function prepare(judged: Judgement, final: Final, tally: boolean): Count {
  const holds = (color: Color) => {
    const side = judged.count.terms.sides[color];
    return side.prisoners + side.dead_taken + side.pass_stones;
  };
  const side = (color: Color): Side => {
    const { area, stones } = ownArea(final, color);
    const territory = [...area].filter(point => !stones.has(point));
    const back = tally ? 0 : holds(opponent(color));
    const filled = fillPoints(new Set(territory), back, final);
    for (const point of filled) stones.add(point);
    const tidied = tidy(area, stones, final.size);
    const points = territory.length - filled.length;
    return { territory, holds: holds(color), filled, over: back - filled.length, tidied, points };
  };
  const sides = { black: side("black"), white: side("white") };
  const filled = [...final.after];
  for (const color of COLORS) for (const point of sides[color].filled) filled[point] = color;
  const tidyBoard = [...filled];
  for (const color of COLORS) {
    for (const { from } of sides[color].tidied.moved) tidyBoard[from] = null;
    for (const { to } of sides[color].tidied.moved) tidyBoard[to] = color;
  }
  return { judged, final, tally, sides, plain: final.after, filled, tidy: tidyBoard };
}

/** Where so many stones go: small areas first, so that large ones stay for the tens. */
function fillPoints(territory: ReadonlySet<Point>, stones: number, final: Final): Point[] {
  const regions = regionsOf(territory, final.size).sort((a, b) => a.size - b.size);
  return regions.flatMap(region => [...region]).slice(0, stones);
}

function fillStep(counting: Count): Step {
  const { final, tally, sides, plain, filled } = counting;
  const { black, white } = sides;
  const params = { black: black.holds, white: white.holds };
  const owners = ownersOf(final, false);
  const dashes = final.uncounted;
  if (tally) {
    return {
      id: "fill",
      sentence: t("count.fill.tally", params),
      lids: lidsOf(counting),
      lines: COLORS.flatMap(color => tallyLines(sides[color], color)),
      pictures: [{ stones: plain, owners, dashes, ms: LOOK }],
    };
  }
  const all = COLORS.flatMap(color => sides[color].filled.map(point => ({ point, color })));
  const apart = apartOf(all.length);
  const flights = all.map(
    ({ point, color }, index): Flight => ({ color, from: opponent(color), to: point, delay: apart * index }),
  );
  const rings = new Set(all.map(one => one.point));
  const end: Picture = { stones: filled, rings, owners: leftOwners(final, filled), dashes, ms: LOOK };
  const before: Picture = { stones: plain, owners, dashes, ms: LOOK };
  return {
    id: "fill",
    sentence: t(black.holds + white.holds > 0 ? "count.fill.some" : "count.fill.none", params),
    lids: { black: white.over, white: black.over, shown: true },
    lines: COLORS.flatMap(color => filledLines(sides[color], color)),
    pictures: all.length > 0 ? [before, flying({ stones: plain, owners, dashes }, flights), end] : [end],
  };
}

/** Territory squares on the points that are still empty. */
function leftOwners(final: Final, stones: Stones): BoardProps["owners"] {
  return ownersOf(final, false).map((owner, point) => (stones[point] ? null : owner));
}

function filledLines(side: Side, color: Color): SumLine[] {
  const name = { side: colorName(color) };
  const lines = [
    line(t("count.line.territory", name), side.territory.length),
    added(t("count.line.filled", name), -side.filled.length),
  ];
  if (side.over > 0) lines.push(added(t("count.line.over", name), -side.over));
  return lines;
}

function tallyLines(side: Side, color: Color): SumLine[] {
  const name = { side: colorName(color) };
  return [
    line(t("count.line.territory", name), side.territory.length),
    added(t("count.line.prisoners", name), side.holds),
  ];
}

type Blocks = NonNullable<BoardProps["blocks"]>;

/** The blocks of both sides; `text` says what stands in one. */
function blocksOf({ sides }: Count, text: (color: Color, index: number) => string | undefined): Blocks {
  return COLORS.flatMap(color =>
    sides[color].tidied.blocks.map((block, index) => ({ ...block, text: text(color, index) })),
  );
}

/** Squares on the points outside the blocks. */
function oddOwners({ final, sides }: Count, colors: Color[]): BoardProps["owners"] {
  const odd = new Map(
    colors.flatMap(color => sides[color].tidied.left.map(point => [point, color] as const)),
  );
  return final.before.map((_, point) => odd.get(point) ?? null);
}

function tensStep(counting: Count): Step {
  const { final, sides, filled, tidy: stones } = counting;
  const flights = COLORS.flatMap(color =>
    sides[color].tidied.moved.map(move => ({ ...move, color, delay: 0 })),
  );
  const lifted = [...filled];
  for (const { from } of flights) lifted[from] = null;
  const arrows = COLORS.flatMap(color => sides[color].tidied.moved);
  const dashes = final.uncounted;
  const n = sides.black.tidied.blocks.length + sides.white.tidied.blocks.length;
  const blocks = blocksOf(counting, () => "10");
  return {
    id: "tens",
    sentence: t(n > 0 ? "count.tens.territory" : "count.tens.noneTerritory"),
    lines: COLORS.map(color =>
      line(t("count.line.blocksOf", { side: colorName(color) }), sides[color].tidied.blocks.length),
    ),
    pictures: [
      { stones: filled, dashes, ms: LOOK },
      ...(arrows.length > 0
        ? [{ stones: filled, arrows, dashes, ms: LOOK }, flying({ stones: lifted, arrows, dashes }, flights)]
        : []),
      { stones, arrows, blocks, owners: oddOwners(counting, COLORS), dashes, ms: LOOK },
    ],
  };
}

function countStep(counting: Count, color: Color): Step {
  const { final, sides, tidy: stones } = counting;
  const { tidied, points } = sides[color];
  const n = tidied.blocks.length;
  const odd = tidied.left.length;
  const dashes = final.uncounted;
  const dim = opponent(color);
  const lit = (upTo: number): Picture => ({
    stones,
    dim,
    dashes,
    blocks: lightUp(
      tidied.blocks.map((block, index) => ({ ...block, text: litText(upTo)(index) })),
      upTo,
    ),
    ms: pace(n),
  });
  const whole = tidied.blocks.map((block, index) => ({ ...block, text: litText(n)(index) }));
  const tens = Array.from({ length: n + 1 }, (_, index) => lit(index));
  return {
    id: color,
    sentence: t("count.points.territory", { side: colorName(color), x: points, tens: 10 * n, odd }),
    lines: [
      line(t("count.line.tens", { n }), 10 * n),
      line(t("count.line.odd"), odd),
      {
        label: t("count.line.territory", { side: colorName(color) }),
        value: fraction(points),
        look: "total",
      },
    ],
    pictures: [...tens, { ...lit(n), blocks: whole, owners: oddOwners(counting, [color]) }],
  };
}

/** A side's figure before komi: points left on the board, or points and prisoners; less its group tax. */
export function figureOf(judged: Judgement, side: Side, color: Color, tally: boolean): number {
  const { tax } = judged.count.terms.sides[color];
  return (tally ? side.territory.length + side.holds : side.points - side.over) - tax;
}

function resultStep(counting: Count): Step {
  const { judged, final, sides, tally, tidy: stones } = counting;
  const { unit } = judged.count.rules;
  const figure = (color: Color) => figureOf(judged, sides[color], color, tally);
  const taxLine = (color: Color): SumLine[] => {
    const { tax, groups } = judged.count.terms.sides[color];
    return tax > 0 ? [added(t("count.line.tax", { n: groups }), -tax)] : [];
  };
  const own = (color: Color): SumLine[] => [
    ...(tally ? tallyLines(sides[color], color) : leftLines(sides[color], color)),
    ...taxLine(color),
  ];
  const black: SumLine = {
    label: t("count.line.total", { side: colorName("black") }),
    value: withUnit(figure("black"), unit),
    look: "total",
  };
  const verdict = pointVerdict(judged, figure("black"), whiteWithExtras(judged, figure("white")));
  return {
    id: "result",
    sentence: sentenceOf(verdict.rulerText, verdict),
    // A single line would only say the total again.
    lines: [
      ...(own("black").length > 1 ? own("black") : []),
      black,
      ...own("white"),
      ...pointLines(judged, figure("white")),
    ],
    pictures: [
      {
        stones,
        blocks: blocksOf(counting, () => "10"),
        owners: oddOwners(counting, COLORS),
        dashes: final.uncounted,
        ms: LOOK,
      },
    ],
    verdict,
  };
}

function leftLines(side: Side, color: Color): SumLine[] {
  const name = { side: colorName(color) };
  const lines = [line(t("count.line.territory", name), side.points)];
  if (side.over > 0) lines.push(added(t("count.line.over", name), -side.over));
  return lines;
}
