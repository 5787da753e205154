// A small game that shows every preference at once; stones can be put to try how that feels and sounds.

import { useState } from "preact/hooks";
import { BoardView } from "../board/BoardView";
import { fromVertex, opponent, square } from "../board/points";
import { Position, refused } from "../board/position";
import type { Color, Point } from "../board/types";
import { t } from "../i18n";
import { prefs } from "../ui/prefs";
import { playCapture, playStone } from "../ui/sound";

const SIZE = square(9);
const MOVES = ["E5", "C3", "G3", "C7", "G7", "E7", "E3", "F6", "D6", "D7", "F7", "G6", "H6", "F5"];

type Sample = { position: Position; moves: readonly Point[]; turn: Color };

function played(sample: Sample, point: Point): { sample: Sample; captured: number } | null {
  const result = sample.position.play(sample.turn, point);
  if (refused(result)) return null;
  const moves = [...sample.moves, point];
  const next = { position: result.position, moves, turn: opponent(sample.turn) };
  return { sample: next, captured: result.captured.length };
}

const START = MOVES.reduce<Sample>(
  (sample, vertex) => played(sample, fromVertex(vertex, SIZE)!)?.sample ?? sample,
  { position: Position.empty(SIZE), moves: [], turn: "black" },
);

/** Numbers on the last moves, as the preference says. */
function numbers({ moves, position }: Sample, last: number): Map<Point, number> {
  const first = Math.max(0, moves.length - last);
  const shown = moves.map((point, index) => [point, index + 1] as const).slice(first);
  return new Map(shown.filter(([point]) => position.at(point) !== null));
}

export function SampleBoard() {
  const [sample, setSample] = useState(START);
  const { coordinates, placing, moveNumbers } = prefs.value;
  const play = (point: Point) => {
    const next = played(sample, point);
    if (!next) return;
    playStone(sample.turn);
    if (next.captured > 0) playCapture(next.captured);
    setSample(next.sample);
  };
  return (
    <div class="me-sample">
      <BoardView
        size={SIZE}
        stones={sample.position.stones}
        last={sample.moves.at(-1) ?? null}
        ko={sample.position.ko}
        numbers={numbers(sample, moveNumbers)}
        ghost={sample.turn}
        label={t("account.sample")}
        coordinates={coordinates}
        placing={placing}
        onPlay={play}
      />
      <p class="ui-hint">{t("account.sampleAbout")}</p>
    </div>
  );
}
