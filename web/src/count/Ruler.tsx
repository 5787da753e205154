// The ruler under a result: what had to be beaten, and what there is.

import type { RulerMark } from "./stage";

const WIDTH = 432;
// Half of the longest label, “Half the board 180½”.
const LEFT = 84;
const RIGHT = WIDTH - 60;
const LINE = 52;

/** Labels below the line closer than this stand on two lines. */
const APART = 150;

export function Ruler({ marks, text }: { marks: RulerMark[]; text: string }) {
  const values = marks.map(mark => mark.value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const x = (value: number) => (span === 0 ? WIDTH / 2 : LEFT + ((value - low) / span) * (RIGHT - LEFT));
  const strong = marks.find(mark => mark.strong) ?? marks[0]!;
  const below = marks.filter(mark => mark !== strong);
  const against = below.at(-1);
  const crowded = below.length > 1 && Math.abs(x(below[0]!.value) - x(below[1]!.value)) < APART;
  return (
    <svg class="ct-ruler" viewBox={`0 0 ${WIDTH} ${crowded ? 108 : 88}`} role="img" aria-label={text}>
      <path d={`M16 ${LINE}H${WIDTH - 16}`} class="ct-ruler-line" />
      {against && <path d={`M${x(against.value)} ${LINE}H${x(strong.value)}`} class="ct-ruler-lead" />}
      {below.map((mark, index) => (
        <Mark key={mark.label} x={x(mark.value)} label={mark.label} row={crowded ? index : 0} />
      ))}
      <path d={`M${x(strong.value)} 26V${LINE}`} class="ct-ruler-strong" />
      <text x={x(strong.value)} y="17" class="ct-ruler-top">
        {strong.label}
      </text>
    </svg>
  );
}

function Mark({ x, label, row }: { x: number; label: string; row: number }) {
  return (
    <>
      <path d={`M${x} ${LINE - 16}V${LINE}`} class="ct-ruler-mark" />
      <text x={x} y={LINE + 22 + 20 * row}>
        {label}
      </text>
    </>
  );
}
