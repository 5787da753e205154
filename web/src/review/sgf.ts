// SGF text: escapes, reading and writing. Files from elsewhere are read by the server, which repairs them in words; what
// is read here was written by this program or is plain FF[4] in UTF-8.

/** A property of a node. The values are as in SGF, with their escapes, so that unknown ones are kept as they are. */
export type Property = { readonly name: string; readonly values: readonly string[] };

/** A node as it stands in a list: each before those after it, with the number of its parent. */
export type ListedNode = { parent: number | null; properties: readonly Property[] };

/** Text as an SGF value. */
export function toValue(text: string): string {
  return text.replace(/[\\\]]/g, "\\$&");
}

/** Text as one side of a composed value (`dd:A`), or as simple text without line breaks. */
export function toSimpleValue(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\\]:]/g, "\\$&");
}

/** The text of an SGF value: a backslash keeps the next character, and before a line break removes both. */
export function toText(value: string): string {
  return value
    .replace(/\r\n|\n\r|\r/g, "\n")
    .replace(/\\([\s\S])/g, (_, next: string) => (next === "\n" ? "" : next))
    .replace(/[\t\v\f]/g, " ");
}

/** The two sides of a composed value; null where there is no colon. */
export function compose(value: string): [string, string] | null {
  for (let at = 0; at < value.length; at++) {
    if (value[at] === "\\") at++;
    else if (value[at] === ":") return [value.slice(0, at), value.slice(at + 1)];
  }
  return null;
}

/** What is wrong with a text that is not SGF. */
export class SgfError extends Error {}

/** Reads the first game tree of a text. Only whole files pass: nothing is repaired. */
export function parse(text: string): ListedNode[] {
  return new Parser(text).tree();
}

class Parser {
  private at = 0;
  private readonly nodes: { parent: number | null; properties: Property[] }[] = [];

  constructor(private readonly text: string) {}

  /** Iterative, so that a deep tree does not fill the stack. */
  tree(): ListedNode[] {
    this.expect("(");
    const open: (number | null)[] = [];
    let parent: number | null = null;
    for (;;) {
      const sign = this.peek();
      if (sign === ";") {
        this.at++;
        parent = this.nodes.push({ parent, properties: this.properties() }) - 1;
      } else if (sign === "(" && parent !== null) {
        this.at++;
        open.push(parent);
      } else if (sign === ")" && parent !== null) {
        this.at++;
        if (open.length === 0) return this.nodes;
        parent = open.pop() ?? null;
      } else throw new SgfError(`character ${this.at}`);
    }
  }

  private properties(): Property[] {
    const properties: Property[] = [];
    for (;;) {
      const name = /[A-Za-z]*/y;
      this.peek();
      name.lastIndex = this.at;
      const found = name.exec(this.text)?.[0] ?? "";
      if (!found) return properties;
      this.at += found.length;
      const values = [];
      while (this.peek() === "[") values.push(this.value());
      const capitals = found.replace(/[a-z]/g, "");
      if (values.length === 0 || capitals === "") throw new SgfError(`character ${this.at}`);
      properties.push({ name: capitals, values });
    }
  }

  private value(): string {
    const start = ++this.at;
    while (this.text[this.at] !== "]") {
      if (this.at >= this.text.length) throw new SgfError("end");
      this.at += this.text[this.at] === "\\" ? 2 : 1;
    }
    return this.text.slice(start, this.at++);
  }

  private peek(): string | undefined {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
    return this.text[this.at];
  }

  private expect(sign: string): void {
    this.text.startsWith("\ufeff") && this.at++;
    if (this.peek() !== sign) throw new SgfError(`character ${this.at}`);
    this.at++;
  }
}

/** One node as text. */
export function writeNode(properties: readonly Property[]): string {
  return `;${properties.map(({ name, values }) => name + values.map(v => `[${v}]`).join("")).join("")}`;
}
