// A game as a page knows it: a pure function of the snapshot and the frames after it.
//
//   fromSnapshot(snapshot, before?)  the state a snapshot describes, keeping what it does not carry
//   apply(view, frame, now)          the state after a frame; never refuses a move, for the server has accepted it
//   needsSnapshot(frame)             whether a frame changes what only a snapshot tells (count, words of the result)
//   withHistory(view, events)        all steps again from the log, where a snapshot's moves do not lead to its stones

import { fromVertex, fromVertices, opponent } from "../board/points";
import { type Played, Position, refused } from "../board/position";
import type { Point, Size } from "../board/types";
import type { GameFrame } from "./socket";
import type {
  Ask,
  ChatLine,
  ClockView,
  Color,
  CountView,
  CycleView,
  Ending,
  EventBody,
  EventFrame,
  GameId,
  GameState as GameStage,
  LineMove,
  MakerView,
  MarkingView,
  Message,
  PartyView,
  PhaseView,
  ProposalView,
  SetupView,
  Snapshot,
  TwoSidesBool,
  TwoSidesPlayerView,
  TwoSidesU32,
  TwoSidesU64,
} from "./types";

/** What changed the stones or the turn: a move (a pass without a point), or stones set by hand. */
export type Step =
  | { kind: "move"; by: Color; at: Point | null; captured: readonly Point[] }
  | { kind: "set"; black: readonly Point[]; white: readonly Point[]; empty: readonly Point[] };

/** Something worth a line between the lines of the chat. */
export type Note = {
  at: number;
  kind: "undo" | "pause" | "unpause" | "dispute" | "resume" | "back" | "edit" | "handicap" | "ruling";
  by: PartyView | null;
  /** Moves taken back, stones placed, or seconds away. */
  n?: number;
  /** What was ruled. */
  text?: Message;
};

export type GameView = {
  id: GameId;
  seq: number;
  stage: GameStage;
  setup: SetupView;
  size: Size;
  players: TwoSidesPlayerView;
  /** Who made the game, while it waits for an opponent. */
  maker: MakerView | null;
  /** Which colours this account plays; both at one device. */
  you: readonly Color[];
  phase: PhaseView;
  toMove: Color | null;
  paused: boolean;
  /** Who has sealed a move that is not opened yet. */
  sealed: Color | null;
  steps: readonly Step[];
  /** The position before the first step and after each one. */
  positions: readonly Position[];
  /** Whether the steps lead to the stones; if not, the log has to be asked. */
  complete: boolean;
  prisoners: TwoSidesU32;
  clock: ClockView;
  /** The lag given back with each side's last move, in milliseconds. */
  refund: TwoSidesU32;
  marking: MarkingView | null;
  agreed: TwoSidesBool;
  /** The last change of the marking has withdrawn an acceptance. */
  withdrawn: boolean;
  /** From when on each player may let the server decide about dead stones, by the server's clock. */
  settle: TwoSidesU64 | null;
  /** Who has interrupted the game; null where that is not known, after a reload. */
  pausedBy: PartyView | null;
  proposal: ProposalView | null;
  count: CountView | null;
  cycle: CycleView | null;
  /** How each side would end the cycle. */
  endings: Partial<Record<Color, Ending>>;
  asks: readonly Ask[];
  /** The request that was declined last, until something else happens. */
  declined: Ask | null;
  present: TwoSidesBool;
  /** Since when a player is away, by the server's clock. */
  awaySince: Record<Color, number | null>;
  watchers: number;
  chat: readonly ChatLine[];
  notes: readonly Note[];
  result: string | null;
  resultText: Message | null;
};

/** A shorter absence, such as a reload, is not worth a note. */
const NOTED_AWAY_S = 5;

/** Lines of chat and notes that are kept. */
const KEPT_LINES = 200;

/** The position the game stands at. */
export function now(view: GameView): Position {
  return view.positions[view.positions.length - 1]!;
}

/** How many moves, passes included, were made. */
export function moveCount(steps: readonly Step[]): number {
  return steps.reduce((count, step) => count + (step.kind === "move" ? 1 : 0), 0);
}

/** Passes in a row at the end of the line. */
export function passesNow(view: GameView): number {
  let passes = 0;
  for (let i = view.steps.length - 1; i >= 0; i--) {
    const step = view.steps[i]!;
    if (step.kind !== "move" || step.at !== null) break;
    passes++;
  }
  return passes;
}

/** How many handicap stones Black has still to put down, all at once; 0 when there is nothing to place. */
export function handicapToPlace(view: GameView): number {
  const { free_handicap, handicap } = view.setup;
  return free_handicap && view.complete && view.steps.length === 0 && view.phase === "play" ? handicap : 0;
}

/** Puts an accepted stone down. Should this board know better than the server, the server is right. */
export function playAccepted(before: Position, by: Color, at: Point): Played {
  for (const position of [before, before.pass()]) {
    const played = position.play(by, at, { suicide: true });
    if (!refused(played)) return played;
  }
  return { position: before.with([[at, by]]), captured: [], lost: [] };
}

function advance(view: GameView, step: Step, position: Position): GameView {
  return { ...view, steps: [...view.steps, step], positions: [...view.positions, position] };
}

function withMove(view: GameView, by: Color, at: Point | null): GameView {
  const before = now(view);
  if (at === null) return advance(view, { kind: "move", by, at, captured: [] }, before.pass());
  const { position, captured, lost } = playAccepted(before, by, at);
  return advance(view, { kind: "move", by, at, captured: [...captured, ...lost] }, position);
}

function withStones(view: GameView, black: Point[], white: Point[], empty: Point[]): GameView {
  const changes: [Point, Color | null][] = [
    ...black.map((point): [Point, Color] => [point, "black"]),
    ...white.map((point): [Point, Color] => [point, "white"]),
    ...empty.map((point): [Point, null] => [point, null]),
  ];
  return advance(view, { kind: "set", black, white, empty }, now(view).with(changes));
}

/** Takes moves back; what was set by hand after an earlier move stays. */
function withoutMoves(view: GameView, moves: number): GameView {
  let left = moves;
  let length = view.steps.length;
  while (left > 0 && length > 0) {
    length--;
    if (view.steps[length]!.kind === "move") left--;
  }
  return { ...view, steps: view.steps.slice(0, length), positions: view.positions.slice(0, length + 1) };
}

function sameLine(steps: readonly Step[], line: readonly LineMove[], size: Size): boolean {
  const moves = steps.filter(step => step.kind === "move");
  return (
    moves.length === line.length &&
    moves.every((step, i) => step.by === line[i]!.by && step.at === fromVertex(line[i]!.at, size))
  );
}

/** The state a snapshot describes. From the state before it comes what no snapshot carries. */
export function fromSnapshot(snapshot: Snapshot, before: GameView | null = null): GameView {
  const { setup } = snapshot;
  const size = { cols: setup.cols, rows: setup.rows };
  const known = before?.id === snapshot.game ? before : null;
  const counting = snapshot.phase === "counting";
  const stones = Position.fromStones(size, snapshot.stones.black, snapshot.stones.white);
  const view: GameView = {
    id: snapshot.game,
    seq: snapshot.seq,
    stage: snapshot.state,
    setup,
    size,
    players: snapshot.players,
    maker: snapshot.maker ?? null,
    you: snapshot.you,
    phase: snapshot.phase,
    toMove: snapshot.to_move ?? null,
    paused: snapshot.paused,
    sealed: known?.sealed ?? null,
    steps: [],
    positions: [Position.fromStones(size, snapshot.start.black, snapshot.start.white)],
    complete: true,
    prisoners: snapshot.prisoners,
    clock: snapshot.clock,
    refund: known?.refund ?? { black: 0, white: 0 },
    marking: snapshot.marking ?? null,
    agreed: snapshot.agreed,
    withdrawn: counting && (known?.withdrawn ?? false),
    settle: snapshot.settle ?? null,
    pausedBy: snapshot.paused ? (known?.pausedBy ?? null) : null,
    proposal: counting || snapshot.phase === "done" ? (known?.proposal ?? null) : null,
    count: snapshot.count ?? null,
    cycle: snapshot.cycle ?? null,
    endings: known && snapshot.cycle ? known.endings : {},
    asks: snapshot.asks,
    declined: null,
    present: snapshot.present,
    awaySince: away(known?.awaySince, snapshot.present, snapshot.clock.now),
    watchers: snapshot.watchers,
    chat: snapshot.chat,
    notes: known?.notes ?? [],
    result: snapshot.result ?? null,
    resultText: snapshot.result_text ?? null,
  };
  return withLine(view, snapshot.line, stones, known);
}

function withLine(view: GameView, line: LineMove[], stones: Position, known: GameView | null): GameView {
  if (known && sameLine(known.steps, line, view.size) && now(known).hash === stones.hash) {
    return { ...view, steps: known.steps, positions: known.positions, complete: known.complete };
  }
  const replayed = line.reduce((at, move) => withMove(at, move.by, fromVertex(move.at, view.size)), view);
  if (now(replayed).hash === stones.hash) return replayed;
  // Stones were set by hand on the way: until the log has come, the game is shown as it stands.
  const base = Position.of(view.size, stones.stones, view.prisoners);
  return { ...view, positions: [base], complete: false };
}

function away(
  before: Record<Color, number | null> | undefined,
  present: TwoSidesBool,
  at: number,
): Record<Color, number | null> {
  const since = (color: Color) => (present[color] ? null : (before?.[color] ?? at));
  return { black: since("black"), white: since("white") };
}

/** All steps again, from the game's whole log. */
export function withHistory(view: GameView, events: readonly EventFrame[], start: Position): GameView {
  const empty: GameView = { ...view, steps: [], positions: [start], complete: true };
  const replayed = events.reduce((at, event) => withSteps(at, event.d), empty);
  return { ...view, steps: replayed.steps, positions: replayed.positions, complete: true };
}

function withSteps(view: GameView, d: EventBody): GameView {
  if ("move" in d) return withMove(view, d.move.by, fromVertex(d.move.at, view.size));
  if ("unseal" in d)
    return view.toMove ? withMove(view, view.toMove, fromVertex(d.unseal.at, view.size)) : view;
  if ("place_handicap" in d) {
    return withStones(view, fromVertices(d.place_handicap.stones, view.size), [], []);
  }
  if ("edit" in d) {
    const { black, white, empty } = d.edit;
    const points = (list: string[]) => fromVertices(list, view.size);
    return withStones(view, points(black), points(white), points(empty));
  }
  if ("undo" in d) return withoutMoves(view, d.undo.moves);
  return view;
}

/** Whether a frame changes what only a snapshot tells. */
export function needsSnapshot(frame: GameFrame): boolean {
  if (frame.t !== "event") return false;
  const { d, phase } = frame;
  if ("ruling" in d || "unseal" in d || phase === "done") return true;
  return phase === "counting" && !("agree" in d);
}

/** The state after a frame. `at` is the server's time. */
export function apply(view: GameView, frame: GameFrame, at: number): GameView {
  switch (frame.t) {
    case "snapshot":
      return fromSnapshot(frame, view);
    case "event":
      return withEvent(view, frame);
    case "asks":
      return { ...view, asks: frame.asks, declined: frame.declined ?? null };
    case "proposal":
      return { ...view, proposal: frame.proposal };
    case "chat":
      return { ...view, chat: [...view.chat, frame.line].slice(-KEPT_LINES) };
    case "presence":
      return withPresence(view, frame.present, frame.watchers, at);
    case "call":
      return view;
  }
}

function withPresence(view: GameView, present: TwoSidesBool, watchers: number, at: number): GameView {
  const awaySince = away(view.awaySince, present, at);
  let { notes } = view;
  for (const by of ["black", "white"] as const) {
    const since = view.awaySince[by];
    if (view.stage !== "live" || view.setup.here || since === null || !present[by]) continue;
    const seconds = Math.round((at - since) / 1000);
    if (seconds >= NOTED_AWAY_S) notes = noted(notes, { at, kind: "back", by, n: seconds });
  }
  return { ...view, present, watchers, awaySince, notes };
}

function noted(notes: readonly Note[], note: Note): readonly Note[] {
  return [...notes, note].slice(-KEPT_LINES);
}

function withEvent(view: GameView, frame: EventFrame): GameView {
  const { d } = frame;
  const moved = withSteps(view, d);
  const playing = frame.phase === "play";
  const note = noteOf(frame);
  const next: GameView = {
    ...moved,
    seq: frame.seq,
    phase: frame.phase,
    toMove: frame.to_move ?? null,
    prisoners: frame.prisoners,
    clock: frame.clock,
    stage: frame.phase === "done" && view.stage === "live" ? "done" : view.stage,
    result: frame.result ?? (frame.phase === "done" ? view.result : null),
    resultText: frame.phase === "done" ? view.resultText : null,
    cycle: "move" in d ? (frame.cycle ?? null) : frame.phase === "done" ? null : view.cycle,
    marking: playing ? null : moved.marking,
    agreed: playing ? { black: false, white: false } : moved.agreed,
    withdrawn: moved.withdrawn && frame.phase === "counting",
    settle: frame.settle ?? null,
    proposal: playing ? null : moved.proposal,
    count: playing ? null : moved.count,
    declined: null,
    notes: note ? noted(moved.notes, note) : moved.notes,
  };
  return withParticulars(next, frame);
}

/** What some kinds of event change besides. */
function withParticulars(view: GameView, { d, seq, clock }: EventFrame): GameView {
  if ("move" in d) {
    const { by } = d.move;
    const refund = { ...view.refund, [by]: clock[by].refund ?? 0 };
    return { ...view, refund, endings: {}, asks: [] };
  }
  if ("undo" in d) return { ...view, asks: [], endings: {} };
  if ("mark" in d) {
    const { dead, seki } = d.mark;
    const withdrawn = view.agreed.black || view.agreed.white;
    return { ...view, marking: { seq, dead, seki }, agreed: { black: false, white: false }, withdrawn };
  }
  if ("agree" in d) return { ...view, agreed: { ...view.agreed, [d.agree.by]: true } };
  if ("end_propose" in d) {
    return { ...view, endings: { ...view.endings, [d.end_propose.by]: d.end_propose.ending } };
  }
  if ("pause" in d) return { ...view, paused: true, pausedBy: d.pause.by, asks: [] };
  if ("unpause" in d) return { ...view, paused: false, pausedBy: null };
  if ("seal" in d) return { ...view, sealed: d.seal.by };
  if ("unseal" in d) return { ...view, sealed: null };
  return view;
}

function noteOf({ d, at }: EventFrame): Note | null {
  if ("undo" in d) return { at, kind: "undo", by: d.undo.by, n: d.undo.moves };
  if ("pause" in d) return { at, kind: "pause", by: d.pause.by };
  if ("unpause" in d) return { at, kind: "unpause", by: d.unpause.by };
  if ("dispute" in d) return { at, kind: "dispute", by: d.dispute.by ?? null };
  if ("resume" in d) return { at, kind: "resume", by: d.resume.by };
  if ("edit" in d) return { at, kind: "edit", by: null };
  if ("ruling" in d) return { at, kind: "ruling", by: null, text: d.ruling.text };
  if ("place_handicap" in d) {
    return { at, kind: "handicap", by: "black", n: d.place_handicap.stones.length };
  }
  return null;
}

/** The colour this account acts for now; null for watchers. At one device it is whoever is to move. */
export function actingColor(view: GameView): Color | null {
  if (view.you.length === 2) return view.toMove ?? "black";
  return view.you[0] ?? null;
}

/** Whether it is this account's turn to put a stone. */
export function isMyTurn(view: GameView): boolean {
  const mine = view.toMove !== null && view.you.includes(view.toMove);
  return mine && view.stage === "live" && view.phase === "play" && !view.paused && view.sealed === null;
}

/** The request that waits for this account's answer. */
export function askForMe(view: GameView): Ask | null {
  if (view.you.length !== 1) return null;
  const other = opponent(view.you[0]!);
  return view.asks.find(ask => ask.by === other) ?? null;
}

/** Whether nothing more happens on the board. */
export function isOver(view: GameView): boolean {
  return view.phase === "done" || view.stage === "done" || view.stage === "cancelled";
}
