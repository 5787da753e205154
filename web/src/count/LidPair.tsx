// The lids of both bowls with the prisoners in them.

import type { Color } from "../board/types";
import { t } from "../i18n";
import { colorName } from "./figures";
import type { Lids } from "./stage";

const COLORS: Color[] = ["black", "white"];

/** Where stones are drawn in a lid of 64, from the middle outwards. */
const PLACES = [
  [32, 32],
  [22, 27],
  [42, 37],
  [41, 25],
  [23, 39],
  [32, 20],
  [32, 44],
  [16, 33],
  [48, 31],
] as const;

export function LidPair({ lids }: { lids: Lids }) {
  return (
    <ul class="ct-lids">
      {COLORS.map(side => (
        <li key={side}>
          <Lid side={side} stones={lids[side]} />
          <span>{t("count.lid", { side: colorName(side) })}</span>
          {lids.shown && <strong class="num">{lids[side]}</strong>}
        </li>
      ))}
    </ul>
  );
}

/** A side's lid holds stones of the other colour. */
function Lid({ side, stones }: { side: Color; stones: number }) {
  const letter = side === "black" ? "w" : "b";
  return (
    <svg class="ct-lid" viewBox="0 0 64 64" data-lid={side} aria-hidden="true">
      <circle cx="32" cy="32" r="30" class="ct-lid-rim" />
      <circle cx="32" cy="32" r="25" class="ct-lid-floor" />
      {PLACES.slice(0, stones).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="7.5" class={`ct-lid-${letter}`} />
      ))}
    </svg>
  );
}
