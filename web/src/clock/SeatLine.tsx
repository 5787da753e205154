// A player in one line: stone, name, time. For lists and walls of boards; `Seat` is the whole card.

import type { ClockView, Color, ControlView } from "../api/types";
import { t } from "../i18n";
import "./clock.css";
import { useShown } from "./useShown";
import { figure, periodsShort, spokenTime } from "./words";

export type SeatLineProps = {
  color: Color;
  name: string;
  rank?: string;
  /** Leave it out while nothing is known. */
  clock?: ClockView;
  control?: ControlView;
  /** The server's time now. */
  now: () => number;
  flagged?: boolean;
  over?: boolean;
  stale?: boolean;
};

export function SeatLine({ color, name, rank, clock, control, ...rest }: SeatLineProps) {
  return (
    <span class="seatline">
      <span class={`stone ${color === "black" ? "b" : "w"}`}>
        <span class="vh">{t(color === "black" ? "common.black" : "common.white")}</span>
      </span>
      <span class="ell" title={name}>
        {name}
        {rank && <span class="muted"> {rank}</span>}
      </span>
      {clock && control ? (
        <LineTime color={color} clock={clock} control={control} {...rest} />
      ) : (
        <span class="seatline-time num">–</span>
      )}
    </span>
  );
}

type Timed = Pick<SeatLineProps, "color" | "now" | "flagged" | "over" | "stale"> & {
  clock: ClockView;
  control: ControlView;
};

function LineTime({ color, clock, control, now, flagged, over, stale }: Timed) {
  const shown = useShown(clock, color, control, now, { flagged, over });
  const { digits, after } = figure(shown.line);
  const more = periodsShort(shown);
  return (
    <span class={`seatline-time num ${shown.state}`}>
      <span aria-hidden="true">
        {stale && shown.line.kind !== "none" && "≈"}
        {digits}
        {after && <small>{after}</small>}
        {more && <small> {more}</small>}
      </span>
      <span class="vh">{spokenTime(shown)}</span>
    </span>
  );
}
