// Can a chain be captured? Its liberties and what lies beside them are looked at, and what the stones around it can do.

import { neighbours, opponent } from "../board/points";
import { type Position, refused } from "../board/position";
import type { Color, Point } from "../board/types";
import { ladder } from "./ladder";
import { type Problem, Search } from "./search";

/** With so many liberties a chain is out. */
const FREE = 4;
/** Moves that are read beside the ladders; fewer where the enemy can choose between chains. */
const DEPTH = 7;
const DEPTH_OF_SEVERAL = 3;

/** The problem of capturing one of these chains; each is named by one of its stones. */
export function capturing(chains: readonly Point[], of: Color): Search {
  return new Search(new Capture(chains, of));
}

class Capture implements Problem {
  readonly side: Color;
  readonly depth: number;

  constructor(
    private readonly chains: readonly Point[],
    private readonly color: Color,
  ) {
    this.side = opponent(color);
    this.depth = chains.length > 1 ? DEPTH_OF_SEVERAL : DEPTH;
  }

  verdict(position: Position) {
    let out = true;
    for (const chain of this.chains) {
      if (position.at(chain) !== this.color) return "reached";
      if (position.liberties(chain).length < FREE) out = false;
    }
    return out ? "out" : null;
  }

  known(position: Position, toMove: Color): number | null {
    if (toMove !== this.side) return null;
    const lengths = this.chains.map(chain => ladder(position, chain)).filter(length => length !== null);
    return lengths.length > 0 ? Math.min(...lengths) : null;
  }

  moves(position: Position, toMove: Color): Point[] {
    const found = new Set<Point>();
    const add = (points: Iterable<Point>) => {
      for (const point of points) if (!position.at(point)) found.add(point);
    };
    for (const chain of this.chains) {
      const liberties = position.liberties(chain);
      add(liberties);
      add(attackers(position, chain).flatMap(stone => weakLiberties(position, stone, toMove === this.side)));
      for (const liberty of liberties) add(neighbours(liberty, position.size));
    }
    return [...found];
  }
}

/** One stone of each enemy chain beside a chain. */
export function attackers(position: Position, chain: Point): Point[] {
  const enemy = opponent(position.at(chain)!);
  const beside = position.chain(chain).flatMap(stone => neighbours(stone, position.size));
  const chains = new Set(
    beside.filter(point => position.at(point) === enemy).map(p => position.chain(p)[0]!),
  );
  return [...chains];
}

/** Where a chain that is nearly caught can be captured, or can save itself: by running or by capturing. */
function weakLiberties(position: Position, stone: Point, own: boolean): Point[] {
  const liberties = position.liberties(stone);
  if (liberties.length > (own ? 1 : 2)) return [];
  const captures = own ? attackers(position, stone).flatMap(enemy => lastLiberty(position, enemy)) : [];
  return [...liberties, ...captures];
}

/** The liberty of a chain in atari. */
export function lastLiberty(position: Position, stone: Point): readonly Point[] {
  const liberties = position.liberties(stone);
  return liberties.length === 1 ? liberties : [];
}

/** Chains of this colour that are in atari and can be taken now, by one stone each. */
export function inAtari(position: Position, color: Color): Point[] {
  return position
    .chains()
    .filter(one => one.color === color && one.liberties.length === 1)
    .filter(one => !refused(position.play(opponent(color), one.liberties[0]!)))
    .map(one => one.chain[0]!);
}
