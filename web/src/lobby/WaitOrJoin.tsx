// The room of a game that waits: its maker waits, everybody else may sit down. Whose game it is the server tells only
// where the colours are fixed; otherwise this device knows what it made.

import type { GameView } from "../api/gameState";
import { madeHere } from "../api/keys";
import { JoinPanel } from "./JoinPanel";
import { WaitingRoom } from "./WaitingRoom";

export default function WaitOrJoin({ view, gameKey }: { view: GameView; gameKey: string | null }) {
  if (view.you.length > 0 || madeHere(view.id)) return <WaitingRoom view={view} />;
  return <JoinPanel view={view} gameKey={gameKey} />;
}
