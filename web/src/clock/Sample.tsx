// Three seconds of a time control, seen and heard: for the picker of the setup page.
//
//   <Sample control={control} />   shows nothing for controls without a clock that ticks

import { useEffect, useState } from "preact/hooks";
import type { ControlView } from "../api/types";
import { t } from "../i18n";
import { Icon } from "../ui/Icon";
import { createCaller } from "./calls";
import "./clock.css";
import { Face, Gain } from "./Seat";
import { SAMPLE_MS, type Sample as Script, sampleOf } from "./sampleOf";
import { useShown } from "./useShown";

export function Sample({ control }: { control: ControlView }) {
  const [playing, play] = useState<{ turn: number } | null>(null);
  const script = sampleOf(control);
  useEffect(() => play(null), [control.text]);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => play(null), SAMPLE_MS);
    return () => clearTimeout(timer);
  }, [playing]);
  if (!script) return null;
  return (
    <div class="clock-sample">
      <button type="button" class="btn quiet" onClick={() => play(now => ({ turn: (now?.turn ?? 0) + 1 }))}>
        <Icon name="sound" />
        {t("clock.sample")}
      </button>
      {playing && <Playing key={playing.turn} script={script} control={control} />}
    </div>
  );
}

function Playing({ script, control }: { script: Script; control: ControlView }) {
  const [began] = useState(() => performance.now());
  const now = () => performance.now() - began;
  const [clock, setClock] = useState(script.start);
  useEffect(() => {
    const both = { black: control, white: control };
    const caller = createCaller({ now, own: color => color === "black" });
    caller.clock(script.start, both);
    const { move } = script;
    const timer =
      move &&
      setTimeout(() => {
        setClock(move.clock);
        caller.clock(move.clock, both);
      }, move.after - now());
    return () => {
      clearTimeout(timer);
      caller.stop();
    };
  }, []);
  const shown = useShown(clock, "black", control, now);
  return (
    <div class={`seat clock-sample-face ${shown.state}`}>
      <div class="seat-who">
        <span class="stone b" />
        {t("clock.sampleName")}
      </div>
      <Face shown={shown} />
      <Gain clock={clock} color="black" shown={shown} />
    </div>
  );
}
