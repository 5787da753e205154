// A board to play about on while one waits: both colours in turn, with captures and ko; nothing is sent.

import { useState } from "preact/hooks";
import { BoardView } from "../board/BoardView";
import { opponent } from "../board/points";
import { Position, refused } from "../board/position";
import type { Color, Point, Size, Stones } from "../board/types";
import { t } from "../i18n";
import { prefs } from "../ui/prefs";
import { playCapture, playStone } from "../ui/sound";
import { sizeText } from "../ui/terms";

type Tried = { position: Position; turn: Color; last: Point | null };

export function TryBoard({ size, start, turn }: { size: Size; start: Stones; turn: Color }) {
  const fresh = (): Tried => ({ position: Position.of(size, start), turn, last: null });
  const [tried, setTried] = useState(fresh);
  const play = (point: Point) => {
    const played = tried.position.play(tried.turn, point);
    if (refused(played)) return;
    playStone(tried.turn);
    if (played.captured.length > 0) playCapture(played.captured.length);
    setTried({ position: played.position, turn: opponent(tried.turn), last: point });
  };
  return (
    <div class="wait-try">
      <div class="wait-board">
        <BoardView
          size={size}
          stones={tried.position.stones}
          ko={tried.position.ko}
          last={tried.last}
          ghost={tried.turn}
          label={`${t("wait.tryBoard")} ${sizeText(size.cols, size.rows)}`}
          coordinates={prefs.value.coordinates}
          placing={prefs.value.placing}
          fit="both"
          onPlay={play}
        />
      </div>
      {tried.last !== null && (
        <button type="button" class="btn quiet" onClick={() => setTried(fresh())}>
          {t("wait.clear")}
        </button>
      )}
    </div>
  );
}
