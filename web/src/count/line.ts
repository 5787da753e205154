// One line of a record's tree as a record of its own, so that a variation can be counted like a game.

/** A node as the server lists it: after its parent, with its properties as they stand in SGF. */
type Node = {
  readonly parent?: number | null;
  readonly properties: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/** A place as the record page writes it: a move of the main line, then pairs of a branch and the steps into it. */
const PLACE = /^\d{1,5}(\/\d{1,5}\/\d{1,5})*$/;

export const isPlace = (text: string): boolean => PLACE.test(text);

/** The line from the beginning to a place, as SGF; as near to the place as the tree goes. */
export function lineTo(nodes: readonly Node[], place: string): string {
  const line: number[] = [];
  for (let at: number | null = nodeAt(nodes, place); at !== null; at = nodes[at]?.parent ?? null)
    line.push(at);
  const text = line.reverse().map(id => {
    const properties = nodes[id]?.properties ?? [];
    return `;${properties.map(({ name, values }) => name + values.map(v => `[${v}]`).join("")).join("")}`;
  });
  return `(${text.join("")})`;
}

function nodeAt(nodes: readonly Node[], place: string): number {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, id) => {
    if (parent != null) children[parent]?.push(id);
  });
  const onwards = (from: number): number[] => {
    const line = [from];
    for (let next = children[from]?.[0]; next !== undefined; next = children[next]?.[0]) line.push(next);
    return line;
  };
  const [move = 0, ...turns] = place.split("/").map(Number);
  const main = [0, ...onwards(0).filter(id => isMove(nodes[id]!))];
  let at = main[Math.min(move, main.length - 1)] ?? 0;
  for (let n = 0; n + 1 < turns.length; n += 2) {
    const next = children[at]?.[turns[n]!];
    if (next === undefined) return at;
    const line = onwards(next);
    at = line[Math.min(turns[n + 1]!, line.length) - 1] ?? next;
  }
  return at;
}

const isMove = (node: Node): boolean => node.properties.some(({ name }) => name === "B" || name === "W");
