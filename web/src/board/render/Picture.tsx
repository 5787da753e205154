// The whole picture, layer upon layer in the order of drawing. It knows nothing of pointers and keys.

import type { Coordinates } from "../../ui/prefs";
import { type Geometry, shows } from "../geometry";
import type { Motion } from "../motion";
import type { BoardProps, Color, Point, Stones } from "../types";
import { Definitions, Grid, Labels } from "./Ground";
import { Cover, Frames, MarkLayer } from "./Marks";
import { CrossHair, PassingLayer } from "./Passing";
import { StoneLayer } from "./Stones";

type Props = {
  g: Geometry;
  id: string;
  board: BoardProps;
  stones: Stones;
  motion: Motion;
  style: Coordinates;
  ghost: Color | null;
  hover: Point | null;
  pending: Point | null;
  cursor: Point | null;
};

export function Picture({ g, id, board, stones, motion, style, ghost, hover, pending, cursor }: Props) {
  return (
    <svg width={g.width} height={g.height} viewBox={`0 0 ${g.width} ${g.height}`} aria-hidden="true">
      <Definitions g={g} id={id} />
      <g id={`${id}-picture`}>
        <Grid g={g} />
        <Labels g={g} style={style} />
        <g data-passing="">{pending !== null && shows(g, pending) && <CrossHair g={g} point={pending} />}</g>
        <Frames g={g} blocks={board.blocks} />
        <StoneLayer
          g={g}
          id={id}
          stones={stones}
          dead={board.dead}
          dim={board.dim}
          dropped={motion.dropped}
          leaving={motion.leaving}
        />
        <MarkLayer
          g={g}
          stones={stones}
          dead={board.dead}
          seki={board.seki}
          dashes={board.dashes}
          owners={board.owners}
          heat={board.heat}
          blocks={board.blocks}
          rings={board.rings}
          arrows={board.arrows}
          lines={board.lines}
          numbers={board.numbers}
          labels={board.labels}
          shapes={board.shapes}
          ko={board.ko}
          last={board.last}
          thumbnail={board.thumbnail}
        />
        <Cover g={g} points={board.faded} opacity={0.6} />
        <Cover g={g} points={board.hidden} opacity={1} />
        <PassingLayer
          g={g}
          id={id}
          ghost={ghost}
          hover={hover}
          pending={pending}
          unsent={board.unsent ?? null}
          cursor={cursor}
        />
      </g>
    </svg>
  );
}
