// A player's card: who, with how many prisoners, connected or not, and the clock. Plain data in, so that the game page,
// the watch page and the counting theatre show the same card. Its texts and looks are those of UI.md, section 4.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ClockView, Color, ControlView } from "../api/types";
import { say, t } from "../i18n";
import "./clock.css";
import { MINUTE, SECOND } from "./control";
import type { Overtime, Shown } from "./shown";
import { useRedraw, useShown } from "./useShown";
import { clockDigits, figure, saying, shortSeconds, spokenTime } from "./words";

export type SeatProps = {
  color: Color;
  name: string;
  /** Rank or the engine's level, in words. */
  rank?: string;
  /** Whether this is the reader's own seat. */
  you?: boolean;
  prisoners: number;
  /** Present, or away since a moment of the server; leave it out where it says nothing (the engine, a finished game). */
  connection?: { away: false } | { away: true; since: number };
  /** The lag given back with the last own move, in milliseconds; keep it until the next one. */
  refund?: number;
  /** Something else to say in the second line, such as the handicap stones still to be placed. */
  note?: string;
  clock: ClockView;
  control: ControlView;
  /** The server's time now. */
  now: () => number;
  /** The server has said that this player lost on time. */
  flagged?: boolean;
  /** The game is over. */
  over?: boolean;
  /** Nothing was heard from the server for more than two seconds. */
  stale?: boolean;
  class?: string;
};

export function Seat(props: SeatProps) {
  const { color, name, rank, you, clock, control, now, flagged, over, stale } = props;
  const shown = useShown(clock, color, control, now, { flagged, over });
  const side = t(color === "black" ? "common.black" : "common.white");
  const label = t(you ? "clock.seatYou" : "clock.seat", { side, name });
  const looks = ["seat", color, shown.state, stale && "stale", props.class].filter(Boolean).join(" ");
  return (
    <section class={looks} aria-label={label}>
      <div class="seat-who">
        <span class={`stone ${color === "black" ? "b" : "w"}`} />
        <span class="ell" title={name}>
          {name}
        </span>
        {rank && <span class="seat-rank">{rank}</span>}
      </div>
      <Meta {...props} untimed={shown.line.kind === "none"} />
      <Time {...props} shown={shown} />
      <Gain clock={clock} color={color} shown={shown} />
    </section>
  );
}

/** The number, where a clock is; the line of overtime as long as it says something. */
function Time({ clock, over, flagged, stale, shown }: SeatProps & { shown: Shown }) {
  const paused = say(clock.paused);
  if (shown.line.kind === "none") {
    return shown.state === "paused" ? <Extra shown={shown} paused={paused} /> : null;
  }
  if (over && !flagged) return <Digits shown={shown} />;
  return <Face shown={shown} paused={paused} stale={stale} />;
}

/** The second line; where no clock runs it says so, and there is no number to look at. */
function Meta({
  prisoners,
  connection,
  refund,
  note,
  clock,
  color,
  now,
  over,
  untimed,
}: SeatProps & { untimed: boolean }) {
  const away = connection?.away && !over ? now() - connection.since : null;
  useRedraw(away === null ? null : SECOND - (Math.max(0, away) % SECOND));
  return (
    <div class="seat-meta">
      <span>{t("clock.prisoners", { n: prisoners })}</span>
      {note && <span class="ell">{note}</span>}
      {away !== null ? (
        <span class="ell seat-away">
          {t(clock.running === color ? "clock.awayRunning" : "clock.away", {
            // From ten seconds on clockDigits shows whole seconds; below it would show tenths of a clock.
            time: away < 10 * SECOND ? `0:0${Math.floor(Math.max(0, away) / SECOND)}` : clockDigits(away),
          })}
        </span>
      ) : (
        connection && !over && <span>{t("clock.online")}</span>
      )}
      {untimed && <span class="ell">{t("clock.unlimited")}</span>}
      {/* Less than a twentieth of a second would be shown as nothing. */}
      {refund && refund >= SECOND / 20 ? (
        <span class="ell">{t("clock.refund", { n: shortSeconds(refund) })}</span>
      ) : null}
    </div>
  );
}

/** The number and the line of overtime, inside a `.seat`. */
export function Face({ shown, paused = "", stale }: { shown: Shown; paused?: string; stale?: boolean }) {
  return (
    <>
      <Digits shown={shown} stale={stale} />
      <Extra shown={shown} paused={paused} stale={stale} />
    </>
  );
}

function Digits({ shown, stale }: { shown: Shown; stale?: boolean }) {
  const { before, digits, after } = figure(shown.line);
  const spoken = spokenTime(shown);
  return (
    <div
      class={`seat-time num ${shown.line.kind}`}
      role="timer"
      aria-live="off"
      tabIndex={0}
      aria-label={spoken}
    >
      <span aria-hidden="true">
        {before && <small class="before">{before}</small>}
        {stale && shown.line.kind !== "none" && "≈"}
        {digits}
        {after && <small>{after}</small>}
      </span>
    </div>
  );
}

function Extra({ shown, paused, stale }: { shown: Shown; paused: string; stale?: boolean }) {
  const { overtime, state } = shown;
  if (state === "flagged") return <div class="seat-extra">{t("clock.flagged")}</div>;
  return (
    <div class="seat-extra">
      <Pips {...overtime} />
      {overtime.words && !stale && state !== "paused" && <span class="ell">{saying(overtime.words)}</span>}
      {stale ? (
        <span class="ell">{t("clock.stale")}</span>
      ) : state === "paused" ? (
        <Paused reason={paused} />
      ) : (
        <Rule {...overtime} />
      )}
    </div>
  );
}

function Paused({ reason }: { reason: string }) {
  return (
    <>
      <span class="seat-hatch" aria-hidden="true" />
      <span class="ell">{reason || t("clock.paused")}</span>
    </>
  );
}

/** One pip for each period or reserved minute. */
function Pips({ pips }: Overtime) {
  if (!pips) return null;
  return (
    <span class={`seat-pips ${pips.shape}`} aria-hidden="true">
      {Array.from({ length: pips.of }, (_, i) => (
        <i key={i} class={i < pips.on ? "on" : ""} />
      ))}
    </span>
  );
}

/** The minute's rule, or the moves of a block. */
function Rule({ bar }: Overtime) {
  if (!bar) return null;
  return (
    <span class="seat-rule" aria-hidden="true">
      <b style={{ width: `${Math.min(1, bar.at) * 100}%` }} />
      {bar.ticks.map(tick => (
        <i key={tick} style={{ left: `${tick * 100}%` }} />
      ))}
    </span>
  );
}

/** “+10” rises and fades when a move has added time. */
export function Gain({ clock, color, shown }: { clock: ClockView; color: Color; shown: Shown }) {
  const { control } = shown;
  const increment = control.system === "fischer" ? control.increment : 0;
  const was = useRef(clock.running);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (increment && was.current === color && clock.running && clock.running !== color) setTimes(n => n + 1);
    was.current = clock.running;
  }, [clock.running, color, increment]);
  if (!times) return null;
  const text = increment >= MINUTE ? clockDigits(increment) : String(increment / SECOND);
  return (
    <span key={times} class="seat-gain num" aria-hidden="true">
      +{text}
    </span>
  );
}
