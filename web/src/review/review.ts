// What the record page shows and does: a tree, the node that is looked at, and edits that can be taken back.

import { computed, signal } from "@preact/signals";
import type { Point } from "../board/types";
import { applyTool, type Tool } from "./marks";
import { moveOf, type State, sizeOf, stateAt, writePoint } from "./replay";
import type { NodeId, Tree } from "./tree";

type Moment = { tree: Tree; at: NodeId };

/** Edits that can be taken back. */
const MOST_UNDO = 500;

export class Review {
  /** The record as it stands. */
  readonly tree;
  /** The node that is looked at. */
  readonly at;
  /** The tree as it was last saved or loaded; edits make it differ. */
  readonly saved;
  readonly size;
  readonly state;
  /** The line that is walked: to the node, and on by the continuations last taken. */
  readonly line;
  readonly canUndo;
  readonly canRedo;
  private readonly past = signal<readonly Moment[]>([]);
  private readonly future = signal<readonly Moment[]>([]);
  /** The continuation last taken from a node. */
  private readonly taken = new Map<NodeId, NodeId>();
  /** What the last edit changed, so that typing a comment is one edit. */
  private lastEdit: string | null = null;

  constructor(tree: Tree, at: NodeId = 0) {
    this.tree = signal(tree);
    this.at = signal(at);
    this.saved = signal(tree);
    this.size = computed(() => sizeOf(this.tree.value));
    this.state = computed((): State => stateAt(this.tree.value, this.at.value));
    this.line = computed(() => this.walked());
    this.canUndo = computed(() => this.past.value.length > 0);
    this.canRedo = computed(() => this.future.value.length > 0);
    this.remember(at);
  }

  get edited(): boolean {
    return this.tree.value !== this.saved.value;
  }

  /** Goes to a node. */
  go(id: NodeId): void {
    if (!this.tree.value.has(id)) return;
    this.lastEdit = null;
    this.remember(id);
    this.at.value = id;
  }

  /** Goes along the line, back with a negative number. */
  step(count: number): void {
    const line = this.line.value;
    const now = line.indexOf(this.at.value);
    this.go(line[Math.max(0, Math.min(line.length - 1, now + count))]!);
  }

  toStart(): void {
    this.go(0);
  }

  toEnd(): void {
    this.go(this.line.value.at(-1)!);
  }

  /** Goes to the variation before or after the one the node is in, where the line parted last. */
  variation(way: 1 | -1): void {
    const tree = this.tree.value;
    const line = tree.lineTo(this.at.value);
    for (let at = line.length - 1; at > 0; at--) {
      const siblings = tree.get(line[at - 1]!)!.children;
      if (siblings.length < 2) continue;
      const now = siblings.indexOf(line[at]!);
      this.go(siblings[(now + way + siblings.length) % siblings.length]!);
      return;
    }
  }

  /** Plays a move: goes on where the tree has it, or begins a variation. */
  play(point: Point | null): void {
    const { toMove } = this.state.value;
    const size = this.size.value;
    const tree = this.tree.value;
    const children = tree.get(this.at.value)!.children;
    const found = children.find(id => {
      const move = moveOf(tree.get(id)!, size);
      return move?.color === toMove && move.point === point;
    });
    if (found !== undefined) {
      this.go(found);
      return;
    }
    const value = point === null ? "" : writePoint(point, size);
    const { tree: next, id } = tree.add(this.at.value, [
      { name: toMove === "black" ? "B" : "W", values: [value] },
    ]);
    this.change(next, id);
  }

  /** Puts an edit into force. Edits of the same kind at the same node, one after another, are taken back together. */
  edit(change: (tree: Tree) => Tree, kind: string | null = null): void {
    const next = change(this.tree.value);
    if (next === this.tree.value) return;
    const mark = kind && `${kind} ${this.at.value}`;
    if (mark && mark === this.lastEdit) {
      this.tree.value = next;
      return;
    }
    this.change(next, this.at.value);
    this.lastEdit = mark;
  }

  /** Uses a tool on a point. Stones are put into a node of their own, as SGF keeps moves and set-up apart. */
  useTool(tool: Exclude<Tool, "play">, point: Point): void {
    const size = this.size.value;
    const tree = this.tree.value;
    const node = tree.get(this.at.value)!;
    const isSetup = tool === "black" || tool === "white" || tool === "erase";
    if (!isSetup || !moveOf(node, size)) {
      this.edit(tree => applyTool(tree, this.at.value, tool, point, size));
      return;
    }
    const { tree: next, id } = tree.add(node.id, []);
    this.change(applyTool(next, id, tool, point, size), id);
  }

  /** Cuts the node off and goes to the one before. */
  cut(): void {
    const node = this.tree.value.get(this.at.value);
    if (!node || node.parent === null) return;
    this.taken.delete(node.parent);
    this.change(this.tree.value.remove(node.id), node.parent);
  }

  undo(): void {
    this.turnTo(this.past, this.future);
  }

  redo(): void {
    this.turnTo(this.future, this.past);
  }

  /** This tree is kept now. */
  markSaved(tree: Tree): void {
    this.saved.value = tree;
  }

  /** Puts another state of the record in the place of this one; it can be taken back. */
  restore(tree: Tree, at: NodeId): void {
    this.taken.clear();
    this.change(tree, at);
  }

  private change(tree: Tree, at: NodeId): void {
    const moment = { tree: this.tree.value, at: this.at.value };
    this.past.value = [...this.past.value.slice(-MOST_UNDO + 1), moment];
    this.future.value = [];
    this.show({ tree, at });
  }

  private turnTo(from: { value: readonly Moment[] }, to: { value: readonly Moment[] }): void {
    const moment = from.value.at(-1);
    if (!moment) return;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, { tree: this.tree.value, at: this.at.value }];
    this.show(moment);
  }

  private show({ tree, at }: Moment): void {
    this.lastEdit = null;
    this.tree.value = tree;
    this.at.value = at;
    this.remember(at);
  }

  private remember(id: NodeId): void {
    const line = this.tree.value.lineTo(id);
    for (let n = 1; n < line.length; n++) this.taken.set(line[n - 1]!, line[n]!);
  }

  private walked(): NodeId[] {
    const tree = this.tree.value;
    const line = tree.lineTo(this.at.value);
    for (let at = line.at(-1)!; ; ) {
      const { children } = tree.get(at)!;
      const taken = this.taken.get(at);
      const next = taken !== undefined && children.includes(taken) ? taken : children[0];
      if (next === undefined) return line;
      line.push(next);
      at = next;
    }
  }
}
