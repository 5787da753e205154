// The game's address: the page, with the lobby's rooms for a game that still waits for an opponent.

import GamePage from "./game/GamePage";
import { PlainRoom } from "./game/PlainRoom";

const ROOMS = { Waiting: PlainRoom, Join: PlainRoom };

export default function GameRoute() {
  return <GamePage rooms={ROOMS} />;
}
