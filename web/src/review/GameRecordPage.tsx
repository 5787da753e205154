// A game of this server as a record, at `/g/:id/record`.

import { useParams } from "wouter-preact";
import { Loading } from "./Loading";
import { openGame } from "./opened";

export default function GameRecordPage() {
  const { id = "" } = useParams();
  const key = new URLSearchParams(location.search).get("key");
  return <Loading open={() => openGame(id, key)} of={id} />;
}
