// What a move is worth in a task: refused, wrong (and what refutes it), right so far (and the best reply), or the
// solution. Rules and searches decide; nothing is compared with a list of right points.

import { opponent } from "../board/points";
import { type Played, type Position, type Refusal, refused } from "../board/position";
import type { Color, Point } from "../board/types";
import { attackers, capturing, inAtari } from "./capture";
import { pointOf } from "./diagram";
import type { Answer } from "./lessons/types";
import { eyeSpace, killing } from "./life";
import { joined, linking } from "./link";
import { type Move, play } from "./search";
import { areaAt, neutralPoints } from "./territory";

/** What a wrong move suffers; the page has a sentence for each (`learn.wrong`). */
export type Because =
  | "ran"
  | "took"
  | "linkedUp"
  | "away"
  | "ignored"
  | "caught"
  | "cutOff"
  | "joined"
  | "killed"
  | "lives"
  | "filled"
  | "open"
  | "ownArea"
  | "theirArea";

export type Verdict =
  | { kind: "refused"; refusal: Refusal }
  | { kind: "solved"; played: Played }
  /** The reply is undefined where nothing is played, and null for a pass. */
  | { kind: "more"; played: Played; reply: Move | undefined }
  | { kind: "wrong"; played: Played; reply: Move | undefined; because: Because };

/** Answers that are given by stones; the others are found or chosen. */
export type StoneAnswer = Exclude<Answer, { kind: "find" } | { kind: "choose" }>;

export type Case = { answer: StoneAnswer; you: Color; start: Position; now: Position; stones: number };

/** Judges the reader's move. `stones` counts the reader's moves so far. */
export function judge(one: Case, point: Point): Verdict {
  const played = one.now.play(one.you, point);
  return refused(played) ? { kind: "refused", refusal: played } : weigh(one, point, played);
}

function weigh(one: Case, point: Point, played: Played): Verdict {
  const { answer } = one;
  switch (answer.kind) {
    case "anywhere":
      return one.stones + 1 >= answer.stones
        ? { kind: "solved", played }
        : { kind: "more", played, reply: across(played.position, point) };
    case "enclose":
      return enclosed(one, pointOf(answer.point, one.now.size), played);
    case "neutral":
      return neutral(one, point, played);
    case "capture":
      return captures(one, answer.chains, played);
    case "save":
      return saves(one, answer.chain, played);
    case "connect":
      return connects(one, answer.ends, played);
    case "cut":
      return cuts(one, answer.ends, played);
    case "ko":
      return takesBack(one, pointOf(answer.stone, one.now.size), played);
    case "live":
      return lives(one, answer.chain, played);
    case "kill":
      return kills(one, answer.chain, played);
  }
}

/** The opposite point, or the free one nearest to the middle. */
function across(position: Position, point: Point): Point {
  const last = position.stones.length - 1;
  const middle = last / 2;
  const free = position.stones.flatMap((stone, at) => (stone ? [] : [at]));
  if (!position.at(last - point)) return last - point;
  return free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]!;
}

function enclosed(one: Case, point: Point, played: Played): Verdict {
  if (played.position.at(point) === one.you)
    return { kind: "wrong", played, reply: undefined, because: "open" };
  const closed = areaAt(played.position, point).owner === one.you;
  return closed ? { kind: "solved", played } : { kind: "wrong", played, reply: undefined, because: "open" };
}

function neutral(one: Case, point: Point, played: Played): Verdict {
  const { owner } = areaAt(one.now, point);
  if (owner !== "shared") {
    const because = owner === one.you ? "ownArea" : "theirArea";
    return { kind: "wrong", played, reply: undefined, because };
  }
  const [next] = neutralPoints(played.position);
  if (next === undefined) return { kind: "solved", played };
  const after = play(played.position, opponent(one.you), next);
  if (!after) return { kind: "more", played, reply: null };
  return { kind: "more", played, reply: next };
}

function captures(one: Case, names: readonly string[], played: Played): Verdict {
  const them = opponent(one.you);
  const chains = names.map(name => pointOf(name, one.now.size));
  const { position } = played;
  if (chains.some(chain => position.at(chain) !== them)) return { kind: "solved", played };
  const search = capturing(chains, them);
  const out = search.prevention(position);
  if (out === undefined) return { kind: "more", played, reply: search.resistance(position) };
  return { kind: "wrong", played, reply: out, because: escapeBy(position, chains, out, them) };
}

/** How the reply saves the stones: by taking, by joining friends, by running, or from afar. */
function escapeBy(position: Position, chains: readonly Point[], move: Move, them: Color): Because {
  if (move === null) return "ignored";
  const result = position.play(them, move);
  if (refused(result)) return "away";
  if (result.captured.length > 0) return "took";
  const own = chains.find(chain => result.position.chain(chain).includes(move));
  if (own === undefined) return "away";
  const grown = result.position.chain(own).length - position.chain(own).length;
  return grown > 1 ? "linkedUp" : "ran";
}

function saves(one: Case, name: string, played: Played): Verdict {
  const chain = pointOf(name, one.now.size);
  const attack = capturing([chain], one.you).attack(played.position);
  if (attack === undefined) return { kind: "solved", played };
  return { kind: "wrong", played, reply: attack, because: "caught" };
}

type Names = readonly [string, string];
const endsOf = (names: Names, { size }: Position) =>
  [pointOf(names[0], size), pointOf(names[1], size)] as const;

function connects(one: Case, names: Names, played: Played): Verdict {
  const ends = endsOf(names, one.now);
  if (joined(played.position, ends)) return { kind: "solved", played };
  const cut = linking(ends, one.you).prevention(played.position);
  if (cut === undefined) return { kind: "solved", played };
  return { kind: "wrong", played, reply: cut, because: "cutOff" };
}

function cuts(one: Case, names: Names, played: Played): Verdict {
  const link = linking(endsOf(names, one.now), opponent(one.you)).attack(played.position);
  if (link === undefined) return { kind: "solved", played };
  return { kind: "wrong", played, reply: link, because: "joined" };
}

/** A move elsewhere must threaten more than the ko is worth: two stones or more in atari. */
function takesBack(one: Case, stone: Point, played: Played): Verdict {
  const them = opponent(one.you);
  const { position } = played;
  if (position.at(stone) !== them) return { kind: "solved", played };
  const threat = inAtari(position, them).find(chain => chain !== stone && position.chain(chain).length > 1);
  const reply = threat === undefined ? undefined : rescue(position, threat, them);
  if (reply !== undefined) return { kind: "more", played, reply };
  const [fills] = position.liberties(stone);
  return { kind: "wrong", played, reply: fills, because: "filled" };
}

/** The move that takes a chain out of atari and leaves it most liberties. */
function rescue(position: Position, chain: Point, color: Color): Point | undefined {
  const ways = [
    ...position.liberties(chain),
    ...attackers(position, chain).flatMap(stone => position.liberties(stone)),
  ];
  const freedom = (point: Point) => {
    const after = play(position, color, point);
    return after?.at(chain) === color ? after.liberties(chain).length : 0;
  };
  const best = ways.sort((a, b) => freedom(b) - freedom(a))[0];
  return best !== undefined && freedom(best) > 1 ? best : undefined;
}

function lives(one: Case, name: string, played: Played): Verdict {
  const chain = pointOf(name, one.now.size);
  const attack = killing(chain, one.you, eyeSpace(one.start, chain)).attack(played.position);
  if (attack === undefined) return { kind: "solved", played };
  return { kind: "wrong", played, reply: attack, because: "killed" };
}

function kills(one: Case, name: string, played: Played): Verdict {
  const chain = pointOf(name, one.now.size);
  const them = opponent(one.you);
  if (played.position.at(chain) !== them) return { kind: "solved", played };
  const eyes = killing(chain, them, eyeSpace(one.start, chain)).prevention(played.position);
  if (eyes === undefined) return { kind: "solved", played };
  return { kind: "wrong", played, reply: eyes, because: "lives" };
}
