// The rules' and the search's answers to what a task asks.

import { opponent } from "../board/points";
import { type Position, refused } from "../board/position";
import type { Color, Point } from "../board/types";
import { capturing } from "./capture";
import { pointOf } from "./diagram";
import { ladder } from "./ladder";
import type { Answer, Question } from "./lessons/types";
import { lifeOf } from "./life";
import { joined } from "./link";
import { areaOf, territoryOf } from "./territory";

const yesNo = (yes: boolean): string => (yes ? "yes" : "no");

/** The value of the right option. */
export function truth(question: Question, position: Position): string {
  const at = (vertex: string) => pointOf(vertex, position.size);
  switch (question.about) {
    case "liberties":
      return String(position.liberties(at(question.chain)).length);
    case "legal":
      return yesNo(!refused(position.play(question.color, at(question.point))));
    case "joined":
      return yesNo(joined(position, [at(question.ends[0]), at(question.ends[1])]));
    case "ladder":
      return yesNo(ladder(position, at(question.chain)) !== null);
    case "life":
      return lifeOf(position, at(question.chain));
    case "area":
      return String(areaOf(position, question.color));
    case "territory":
      return String(territoryOf(position, question.color));
  }
}

type Find = Extract<Answer, { kind: "find" }>;

/** The points to be found. Of dead chains every stone is one. */
export function toFind(find: Find, position: Position, you: Color): readonly Point[] {
  switch (find.what) {
    case "liberties":
      return position.liberties(pointOf(find.chain, position.size));
    case "forbidden":
      return position.stones.flatMap((stone, point) =>
        !stone && refused(position.play(you, point)) ? [point] : [],
      );
    case "dead":
      return deadStones(position, opponent(you));
  }
}

/** Stones that are captured even when their side plays first. */
export function deadStones(position: Position, color: Color): Point[] {
  return position
    .chains()
    .filter(one => one.color === color && capturing([one.chain[0]!], color).can(position, color))
    .flatMap(one => one.chain);
}
