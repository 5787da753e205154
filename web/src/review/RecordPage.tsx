// A record of the archive, at `/records/:id`.

import { useParams } from "wouter-preact";
import { Loading } from "./Loading";
import { openArchived } from "./opened";

export default function RecordPage() {
  const { id = "" } = useParams();
  return <Loading open={() => openArchived(id)} of={id} />;
}
