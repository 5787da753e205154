// 数子 step by step: one side's stones and points, tidied into tens and counted.

import type { Judgement } from "../api/types";
import type { BoardProps, Color, Point, Stones } from "../board/types";
import { fraction, t } from "../i18n";
import { deadStep, flying, growing, LOOK, lightUp, litText, ownArea, pace } from "./common";
import {
  colorName,
  line,
  pointLines,
  pointVerdict,
  stoneColor,
  whiteWithExtras,
  withUnit,
  ziLines,
  ziVerdict,
} from "./figures";
import { type Final, ownersOf } from "./final";
import type { Flight, Picture, Step, SumLine } from "./stage";
import { type Tidied, tidy } from "./tidy";

type Blocks = NonNullable<BoardProps["blocks"]>;

/** Everything the steps of one side need. */
type Count = {
  judged: Judgement;
  final: Final;
  side: Color;
  dim: Color;
  tidied: Tidied;
  /** The board before and after it is tidied. */
  plain: Stones;
  tidy: Stones;
  stones: Point[];
  dashes: Set<Point>;
};

/** The steps of a count of stones and points, or of stones alone. */
export function areaSteps(judged: Judgement, final: Final, side: Color): Step[] {
  const counting = prepare(judged, final, side);
  const dead = deadStep(judged, final);
  const all =
    judged.count.rules.scoring === "stones"
      ? [sideStep, stonesStep, resultStep]
      : [sharedStep, sideStep, tensStep, pointsStep, stonesStep, resultStep];
  return [dead, ...all.map(step => step(counting))];
}

function prepare(judged: Judgement, final: Final, side: Color): Count {
  const { area, stones } = ownArea(final, side);
  const alone = judged.count.rules.scoring === "stones";
  const tidied: Tidied = alone ? { blocks: [], moved: [], left: [] } : tidy(area, stones, final.size);
  const after = [...final.after];
  for (const { from } of tidied.moved) after[from] = null;
  for (const point of [...tidied.moved.map(move => move.to), ...tidied.left]) after[point] = side;
  return {
    judged,
    final,
    side,
    dim: side === "black" ? "white" : "black",
    tidied,
    plain: final.after,
    tidy: after,
    stones: after.flatMap((stone, point) => (stone === side && area.has(point) ? [point] : [])),
    dashes: final.uncounted,
  };
}

function sharedStep({ judged, final, dashes }: Count): Step {
  const n = final.neutral.size;
  const { halves } = judged.count.rules;
  const key = n === 0 ? "none" : halves ? "halved" : "nobody";
  const picture: Picture = {
    stones: final.after,
    owners: ownersOf(final, halves),
    seki: final.seki,
    dashes,
    ms: LOOK,
  };
  const lines = [line(t(halves ? "count.line.shared" : "count.line.neutral"), n)];
  if (halves) lines.push(line(t("count.line.each"), n / 2));
  return {
    id: "shared",
    sentence: t(`count.shared.${key}`, { n, x: fraction(n / 2) }),
    lines,
    pictures: [picture],
  };
}

function sideStep({ judged, final, side, dim, plain, dashes }: Count): Step {
  const { rules } = judged.count;
  const key = rules.scoring === "stones" ? "stones" : rules.halves ? "one" : "both";
  return {
    id: "side",
    sentence: t(`count.side.${key}`, { side: colorName(side), other: colorName(dim) }),
    lines: [],
    pictures: [
      { stones: plain, seki: final.seki, dashes, ms: LOOK },
      { stones: plain, dim, dashes, ms: LOOK },
    ],
  };
}

const blocksOf = (tidied: Tidied, text: (index: number) => string | undefined): Blocks =>
  tidied.blocks.map((block, index) => ({ ...block, text: text(index) }));

function tensStep({ side, dim, tidied, plain, tidy: after, dashes }: Count): Step {
  const rings = new Set(tidied.left);
  const blocks = blocksOf(tidied, () => "10");
  const tidying = (): Picture[] => {
    const stones = [...plain];
    for (const { from } of tidied.moved) stones[from] = null;
    const flights = tidied.moved.map(move => ({ ...move, color: side, delay: 0 }));
    return [
      { stones: plain, dim, arrows: tidied.moved, dashes, ms: LOOK },
      flying({ stones, dim, arrows: tidied.moved, dashes }, flights),
    ];
  };
  return {
    id: "tens",
    sentence: t(tidied.blocks.length > 0 ? "count.tens.area" : "count.tens.none", { side: stoneColor(side) }),
    lines: [
      line(t("count.line.blocks"), tidied.blocks.length),
      line(t("count.line.moved", { side: colorName(side) }), tidied.moved.length),
      line(t("count.line.bowl", { side: colorName(side) }), tidied.left.length),
    ],
    pictures: [
      { stones: plain, dim, dashes, ms: LOOK },
      ...(tidied.moved.length > 0 ? tidying() : []),
      { stones: after, dim, arrows: tidied.moved, rings, blocks, dashes, ms: LOOK },
    ],
  };
}

function pointsStep({ side, dim, tidied, tidy: stones, dashes }: Count): Step {
  const n = tidied.blocks.length;
  const lit = (upTo: number): Picture => ({
    stones,
    dim,
    dashes,
    blocks: lightUp(blocksOf(tidied, litText(upTo)), upTo),
    ms: pace(n),
  });
  return {
    id: "points",
    sentence: t(n > 0 ? "count.points.some" : "count.points.none", { side: colorName(side), n, x: 10 * n }),
    lines: [line(t("count.line.points", { side: colorName(side), n }), 10 * n)],
    pictures: [
      ...Array.from({ length: n + 1 }, (_, index) => lit(index)),
      { stones, dim, dashes, blocks: blocksOf(tidied, litText(n)), ms: LOOK },
    ],
  };
}

function stonesStep({ side, dim, tidied, tidy: board, stones, dashes }: Count): Step {
  const n = stones.length;
  const blocks = blocksOf(tidied, () => "10");
  const tens = Array.from({ length: Math.floor(n / 10) }, (_, index) => 10 * (index + 1));
  const counts = n % 10 === 0 ? tens : [...tens, n];
  const counted = growing(counts, counts.length).map((so_far): Picture => {
    const last = so_far.at(-1)!;
    return {
      stones: board,
      dim,
      blocks,
      dashes,
      numbers: new Map(so_far.map(count => [stones[count - 1]!, count])),
      flights: lifted(stones.slice(so_far.at(-2) ?? 0, last), side),
      ms: liftPace(counts.length),
    };
  });
  return {
    id: "stones",
    sentence: t(n > 0 ? "count.stones.some" : "count.stones.none", { side: colorName(side), n }),
    lines: [line(t("count.line.stones", { side: colorName(side) }), n)],
    pictures: [{ stones: board, dim, blocks, dashes, ms: liftPace(counts.length) }, ...counted],
  };
}

/** Ten stones lift one after the other. */
const lifted = (stones: Point[], color: Color): Flight[] =>
  stones.map((point, index) => ({ color, from: point, to: point, look: "lift", delay: 18 * index }));

/** Tens follow one another so that each is seen; all of a large board in about five seconds. */
const liftPace = (tens: number): number => Math.min(320, 5000 / Math.max(1, tens));

/** A side's own lines, up to its count. */
function ownLines({ judged, final, side, tidied, stones }: Count): SumLine[] {
  const { rules, terms } = judged.count;
  const n = tidied.blocks.length;
  const lines = [line(t("count.line.stones", { side: colorName(side) }), stones.length)];
  if (rules.scoring === "area") {
    lines.unshift(line(t("count.line.points", { side: colorName(side), n }), 10 * n));
    if (rules.halves) lines.push(line(t("count.line.half"), final.neutral.size / 2));
  }
  const own = terms.sides[side];
  const tax = rules.unit === "zi" ? own.total - own.count : -own.tax;
  if (own.tax > 0 || tax !== 0) lines.push({ label: taxLabel(judged, side), value: signedTax(tax) });
  return lines;
}

function taxLabel(judged: Judgement, side: Color): string {
  const { black, white } = judged.count.terms.sides;
  if (judged.count.rules.unit === "zi")
    return t("count.line.taxBoth", { black: black.groups, white: white.groups });
  return t("count.line.tax", { n: judged.count.terms.sides[side].groups });
}

const signedTax = (n: number): string => (n > 0 ? `+${fraction(n)}` : fraction(n));

function resultStep(counting: Count): Step {
  const { judged, side, dim, tidied, tidy: stones, dashes } = counting;
  const { terms, rules } = judged.count;
  const blocks = blocksOf(tidied, () => "10");
  const picture: Picture = { stones, dim, blocks, dashes, ms: LOOK };
  const total = (of: Color, amount: number): SumLine => ({
    label: t("count.line.total", { side: colorName(of) }),
    value: withUnit(amount, rules.unit),
    look: "total",
  });
  if (rules.unit === "zi") {
    const verdict = ziVerdict(judged, side);
    const own = total(side, terms.sides[side].total);
    return {
      id: "result",
      sentence: sentenceOf(verdict.rulerText, verdict),
      lines: [...ownLines(counting), own, ...ziLines(judged, side)],
      pictures: [picture],
      verdict,
    };
  }
  const { black, white } = terms.sides;
  const blacks = black.count - black.tax;
  const whites = white.count - white.tax;
  const theirs = side === "black" ? whites : blacks;
  const own = total(side, side === "black" ? blacks : whites);
  const verdict = pointVerdict(judged, blacks, whiteWithExtras(judged, whites));
  return {
    id: "result",
    sentence: sentenceOf(verdict.rulerText, verdict),
    lines: [
      ...ownLines(counting),
      own,
      line(t("count.line.theirs", { side: colorName(dim) }), theirs),
      ...pointLines(judged, whites),
    ],
    pictures: [picture],
    verdict,
  };
}

/** What the ruler says and who won, as one sentence. */
export function sentenceOf(ruler: string, verdict: { seal: string; also: string }): string {
  const key = verdict.also ? "count.result.sentence" : "count.result.plain";
  return t(key, { ruler, result: verdict.seal, also: verdict.also });
}
