// Stones on their way over the page: dead ones to the lids, prisoners back, stones moved to make tens, tens lifted.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Point } from "../board/types";
import { FLIGHT } from "./common";
import type { Flight } from "./stage";

const LIFT = 380;

/** Stands beside the board and the lids, whose places it looks up in their common parent. */
export function Flights({ flights }: { flights?: readonly Flight[] }) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = layer.current;
    const stage = root?.parentElement;
    if (!root || !stage || !flights) return;
    const stones = flights.map(flight => fly(flight, stage, root));
    // Lifted stones come down by themselves; the others lie in the next picture.
    return () => {
      for (const stone of stones) if (stone && !stone.classList.contains("lift")) stone.remove();
    };
  }, [flights]);
  return <div ref={layer} class="ct-flights" aria-hidden="true" />;
}

/** Starts a stone; it waits where it is until its time has come, and stays where it arrives. */
function fly(flight: Flight, stage: Element, root: Element): HTMLElement | null {
  const cell = stage.querySelector(".bd-cell")?.getBoundingClientRect().width;
  const ground = root.getBoundingClientRect();
  const from = middleOf(flight.from, stage);
  const to = middleOf(flight.to, stage);
  if (!cell || !from || !to) return null;
  const stone = document.createElement("span");
  stone.className = `stone ${flight.color === "black" ? "b" : "w"} ${flight.look ?? ""}`;
  const size = Math.round(cell * 0.96);
  stone.style.width = `${size}px`;
  stone.style.height = `${size}px`;
  stone.style.left = `${from.x - ground.left - size / 2}px`;
  stone.style.top = `${from.y - ground.top - size / 2}px`;
  root.append(stone);
  const { keyframes, duration, easing } = motionOf(flight, { x: to.x - from.x, y: to.y - from.y });
  const animation = stone.animate(keyframes, { duration, delay: flight.delay, easing, fill: "both" });
  if (flight.look === "lift") animation.onfinish = () => stone.remove();
  return stone;
}

function motionOf({ look, from, to }: Flight, by: { x: number; y: number }) {
  const across = "cubic-bezier(.6, 0, .3, 1)";
  if (look === "lift") {
    const down = { transform: "none" };
    return {
      keyframes: [down, { transform: "translateY(-28%) scale(1.08)" }, down],
      duration: LIFT,
      easing: "ease-in-out",
    };
  }
  const moved = (scale: number) => `translate(${by.x}px, ${by.y}px) scale(${scale})`;
  const start = { transform: `scale(${look === "dead" ? 0.86 : 1})`, opacity: look === "dead" ? 0.6 : 1 };
  const end = {
    transform: moved(typeof to === "string" ? 0.5 : 1),
    opacity: typeof to === "string" ? 0.2 : 1,
  };
  if (typeof from === "string") start.opacity = 0;
  const seen = [0.3, 0.75].map(offset => ({ opacity: 1, offset }));
  return { keyframes: [start, ...seen, end], duration: FLIGHT, easing: across };
}

/** The middle of a point or a lid in the window. */
function middleOf(place: Point | string, stage: Element): { x: number; y: number } | null {
  const name = typeof place === "string" ? `[data-lid="${place}"]` : `[data-point="${place}"]`;
  const box = stage.querySelector(name)?.getBoundingClientRect();
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}
