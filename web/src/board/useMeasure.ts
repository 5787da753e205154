// Keeps the picture as large as its box.

import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { prefs } from "../ui/prefs";
import { type Geometry, measure } from "./geometry";
import type { BoardProps } from "./types";

type Room = { width: number; height: number; dpr: number };

/** Before anything is laid out (and where nothing ever is). */
const NO_ROOM: Room = { width: 0, height: 0, dpr: 1 };

function roomOf(box: HTMLElement, both: boolean): Room {
  const height = both && box.clientHeight > 0 ? box.clientHeight : Number.POSITIVE_INFINITY;
  return { width: box.clientWidth, height, dpr: window.devicePixelRatio || 1 };
}

/** The geometry for the box the board stands in, anew whenever the box, the board or the screen changes. */
export function useMeasure(
  box: RefObject<HTMLElement>,
  props: Pick<BoardProps, "size" | "crop" | "thumbnail" | "fit" | "coordinates">,
): Geometry {
  const [room, setRoom] = useState(NO_ROOM);
  const both = props.fit === "both";

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = roomOf(element, both);
      setRoom(now =>
        now.width === next.width && now.height === next.height && now.dpr === next.dpr ? now : next,
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    window.addEventListener("resize", look);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", look);
    };
  }, [box, both]);

  const { cols, rows } = props.size;
  const { left, top, right, bottom } = props.crop ?? {};
  const wanted = props.coordinates;
  const preferred = prefs.value.coordinates;
  return useMemo(() => {
    const { size, crop, thumbnail } = props;
    const known = room.width > 0 ? room : { ...room, width: 480, height: 480 };
    const height = thumbnail ? known.width : known.height;
    const spec = { ...known, height, size, crop, thumbnail };
    const g = measure({ ...spec, coordinates: wanted ?? preferred });
    const crowded = known.width < PHONE && g.cell < COORDINATES_FROM;
    return wanted === undefined && crowded ? measure({ ...spec, coordinates: "none" }) : g;
  }, [room, cols, rows, left, top, right, bottom, props.thumbnail, wanted, preferred]);
}

/** On a phone whose lines stand closer than this, coordinates are left out unless they are asked for. */
const PHONE = 600;
const COORDINATES_FROM = 20;
