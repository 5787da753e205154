// The game's address: the page, with the lobby's rooms for a game that still waits for an opponent.

import { lazy, Suspense } from "preact/compat";
import { useSearchParams } from "wouter-preact";
import GamePage, { type WaitingProps } from "./game/GamePage";

const WaitOrJoin = lazy(() => import("./lobby/WaitOrJoin"));
const LateDialog = lazy(() => import("./lobby/LateDialog"));

function Room(props: WaitingProps) {
  return (
    <Suspense fallback={<main id="main" />}>
      <WaitOrJoin {...props} />
    </Suspense>
  );
}

const ROOMS = { Waiting: Room, Join: Room };

export default function GameRoute() {
  const [query] = useSearchParams();
  return (
    <>
      <GamePage rooms={ROOMS} />
      {query.has("key") && (
        <Suspense fallback={null}>
          <LateDialog />
        </Suspense>
      )}
    </>
  );
}
