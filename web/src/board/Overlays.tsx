// Beside the fingers: the loupe above a dragged stone, and the small map of a zoomed board. Both show the picture itself.

import { t } from "../i18n";
import type { Geometry } from "./geometry";
import type { Box, Place } from "./zoom";

const LOUPE = 132;
const MAGNIFIES = 2.2;
const FINGER = 44;
const EDGE = 4;

type LoupeProps = { id: string; g: Geometry; at: Place; view: Place; screen: Box; board: Place };

/** Where the loupe's top left corner goes: above the finger, beside it where there is no room, never off the screen. */
export function loupePlace(finger: Place, screen: Box): Place {
  const within = (v: number, most: number) =>
    Math.min(Math.max(EDGE, v), Math.max(EDGE, most - LOUPE - EDGE));
  const above = finger.y - FINGER - LOUPE;
  if (above >= EDGE) return { x: within(finger.x - LOUPE / 2, screen.width), y: above };
  const right = finger.x + FINGER;
  const fits = right + LOUPE + EDGE <= screen.width;
  return {
    x: within(fits ? right : finger.x - FINGER - LOUPE, screen.width),
    y: within(above, screen.height),
  };
}

/** `at` is the finger in the box of the board, `board` that box in the window. */
export function Loupe({ id, g, at, view, screen, board }: LoupeProps) {
  const place = loupePlace({ x: board.x + at.x, y: board.y + at.y }, screen);
  const side = LOUPE / MAGNIFIES;
  const box = `${at.x + view.x - side / 2} ${at.y + view.y - side / 2} ${side} ${side}`;
  return (
    <svg
      class="bd-loupe"
      aria-hidden="true"
      width={LOUPE}
      height={LOUPE}
      viewBox={box}
      style={{ left: `${place.x - board.x}px`, top: `${place.y - board.y}px` }}
    >
      <rect x="0" y="0" width={g.width} height={g.height} fill="var(--board)" />
      <use href={`#${id}-picture`} />
    </svg>
  );
}

const MAP = 64;

type MapProps = {
  id: string;
  g: Geometry;
  view: Place;
  box: Box;
  /** The corner where the pending stone is not. */
  left: boolean;
  onMove: (middle: Place) => void;
  onWhole: () => void;
};

/** The whole board in 64 px with the part that is seen; a finger on it moves the view. */
export function ZoomMap({ id, g, view, box, left, onMove, onWhole }: MapProps) {
  const scale = MAP / Math.max(g.width, g.height);
  const to = (event: PointerEvent) => {
    event.stopPropagation();
    if (event.type === "pointermove" && event.buttons === 0) return;
    const { left: x, top: y } = (event.currentTarget as Element).getBoundingClientRect();
    onMove({ x: (event.clientX - x) / scale, y: (event.clientY - y) / scale });
  };
  const stop = (event: Event) => event.stopPropagation();
  return (
    <div class={left ? "bd-map bd-map-left" : "bd-map"} onPointerUp={stop} onPointerCancel={stop}>
      <svg
        aria-hidden="true"
        width={g.width * scale}
        height={g.height * scale}
        viewBox={`0 0 ${g.width} ${g.height}`}
        onPointerDown={to}
        onPointerMove={to}
      >
        <use href={`#${id}-picture`} />
        <rect x={view.x} y={view.y} width={box.width} height={box.height} class="bd-view" />
      </svg>
      <button type="button" class="btn" onPointerDown={stop} onClick={onWhole}>
        {t("board.whole")}
      </button>
    </div>
  );
}
