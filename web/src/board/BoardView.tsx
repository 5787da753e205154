// The board that every page shows: `<BoardView size stones label …/>`, with the props of types.ts.

import "./board.css";
import { forwardRef } from "preact/compat";
import { useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Geometry, nearest } from "./geometry";
import { useMotion } from "./motion";
import { Definitions, Grid, Labels } from "./render/Ground";
import { Frames, MarkLayer } from "./render/Marks";
import { Stone, StoneLayer } from "./render/Stones";
import type { BoardHandle, BoardProps, Point } from "./types";
import { useMeasure } from "./useMeasure";

let boards = 0;

export const BoardView = forwardRef<BoardHandle, BoardProps>((props, ref) => {
  const box = useRef<HTMLDivElement>(null);
  const [id] = useState(() => `bd${boards++}`);
  const coordinates = props.thumbnail ? "none" : (props.coordinates ?? "none");
  const g = useMeasure(box, props, coordinates);
  const motion = useMotion(props.stones);
  const [hover, setHover] = useState<Point | null>(null);

  const { onMeasure } = props;
  useLayoutEffect(() => {
    onMeasure?.({ width: g.width, height: g.height, cell: g.cell, confirms: false });
  }, [g, onMeasure]);

  useImperativeHandle(ref, () => ({
    confirm() {},
    cancel() {},
    focus: () => box.current?.focus(),
    svg: () => box.current?.querySelector("svg")?.outerHTML ?? "",
  }));

  const at = (event: PointerEvent | MouseEvent): Point | null => placeOf(event, g);
  const click = (event: MouseEvent) => {
    const point = at(event);
    if (point === null || props.thumbnail) return;
    if (!props.ghost) props.onPick?.(point);
    else if (!props.stones[point]) props.onPlay?.(point);
  };
  const free = props.ghost && hover !== null && !props.stones[hover];

  return (
    <div
      ref={box}
      class={["board bd", props.fit === "both" && "bd-both", props.edge === "past" && "bd-past", props.class]
        .filter(Boolean)
        .join(" ")}
      role="img"
      aria-label={props.label}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard plays on the grid */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard plays on the grid */}
      <div
        class="bd-wood"
        style={{ width: `${g.width}px`, height: `${g.height}px`, "--cell": `${g.cell}px` }}
        onClick={click}
        onPointerMove={event => setHover(event.pointerType === "touch" ? null : at(event))}
        onPointerLeave={() => setHover(null)}
      >
        <svg width={g.width} height={g.height} viewBox={`0 0 ${g.width} ${g.height}`} aria-hidden="true">
          <Definitions g={g} id={id} />
          <Grid g={g} />
          <Labels g={g} style={coordinates} />
          <Frames g={g} blocks={props.blocks} />
          <StoneLayer
            g={g}
            id={id}
            stones={props.stones}
            dead={props.dead}
            dim={props.dim}
            dropped={motion.dropped}
            leaving={motion.leaving}
          />
          <MarkLayer {...props} g={g} />
          {free && <Stone g={g} id={id} point={hover} color={props.ghost!} look="ghost" />}
        </svg>
      </div>
    </div>
  );
});

function placeOf(event: MouseEvent, g: Geometry): Point | null {
  const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return nearest(g, event.clientX - left, event.clientY - top);
}
