// The room of a game that waits: its maker waits, everybody else may sit down.

import type { GameView } from "../api/gameState";
import { JoinPanel } from "./JoinPanel";
import { WaitingRoom } from "./WaitingRoom";

export default function WaitOrJoin({ view, gameKey }: { view: GameView; gameKey: string | null }) {
  if (view.you.length > 0 || view.maker?.you) return <WaitingRoom view={view} />;
  return <JoinPanel view={view} gameKey={gameKey} />;
}
