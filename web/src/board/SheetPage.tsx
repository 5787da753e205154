// The sheet of boards: every size, mark and coordinate style side by side, to be looked at. Its last board can be played.

import "./sheet.css";
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { type Key, t } from "../i18n";
import { Page } from "../ui/Page";
import { playCapture, playStone } from "../ui/sound";
import { BoardView } from "./BoardView";
import { fromRows, ownersFromRows, pointMap, pointSet } from "./diagram";
import { download, toPng } from "./png";
import { opponent, square } from "./points";
import { Position, refused } from "./position";
import { boardName } from "./speech";
import type { BoardHandle, BoardProps, Color, Point, Size } from "./types";

const CELLS = [12, 18, 24, 35, 48, 60];
const FEW = [".....", "..XO.", "..OX.", ".....", "....."];
const ENDED = [
  ".XX.O....",
  "X.XOO...X",
  ".XXO.OO..",
  "XXOO.O.X.",
  "OOO.OOXX.",
  "..O.OX...",
  ".OOOOXX..",
  "OOXXXX...",
  ".OX......",
];
const ENDED_OWNERS = [
  "x..=.....",
  ".x.......",
  ".......=.",
  "......x.x",
  "...o....x",
  "oo.o..xxx",
  "o......xx",
  "......xxx",
  "o..xxxxxx",
];
const OPEN = [
  ".........",
  "..X...O..",
  "...XO....",
  "..OXO.X..",
  "...OX....",
  "..X...O..",
  "....O....",
  "..X......",
  ".........",
];
const HEAT = {
  A9: 0.3,
  B9: 0.5,
  A8: 0.6,
  B8: 0.8,
  A7: 0.7,
  B7: 0.9,
  C9: 0.6,
  H9: -0.5,
  J9: -0.7,
  H8: -0.9,
  J8: -0.8,
  H7: -0.6,
  J7: -0.4,
  A1: 0.9,
  B1: 0.7,
  A2: 0.9,
  B2: 1,
  C1: 0.5,
  H1: -0.3,
  J1: -0.2,
  H4: -0.5,
  J4: -0.7,
  H5: 0.2,
  F1: -0.15,
  E8: 0.1,
};
const SEKI = [
  "..OX.XO..",
  "..OXXXO..",
  "..OOOOO..",
  ".........",
  "XXXX.....",
  "OOOX.....",
  ".XOX.....",
  "X.OX.....",
  "XXOX.....",
];
const KO = [
  ".........",
  ".........",
  "..XO.....",
  ".XO.O....",
  "..XO.....",
  ".........",
  ".........",
  ".........",
  ".........",
];

const nine = square(9);
const at = (vertex: string, size: Size = nine): Point => [...pointSet(size, [vertex])][0]!;

function Sample({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <figure>
      {children}
      <figcaption class="sm muted">{text}</figcaption>
    </figure>
  );
}

type Look = Omit<BoardProps, "size" | "stones" | "label">;

function Rows({ rows, caption, ...look }: Look & { rows: readonly string[]; caption: Key }) {
  const position = fromRows(rows);
  return (
    <Sample text={t(caption)}>
      <BoardView size={position.size} stones={position.stones} label={boardName(position.size)} {...look} />
    </Sample>
  );
}

/** A board whose lines are so far apart that its picture is as wide as five cells of this size ask. */
function AtCell({ cell }: { cell: number }) {
  const { size, stones } = fromRows(FEW);
  const width = `${Math.ceil(5.44 * cell)}px`;
  return (
    <figure style={{ width }}>
      <BoardView
        size={size}
        stones={stones}
        label={`${cell} px`}
        coordinates="none"
        last={at("D3", square(5))}
      />
      <figcaption class="sm muted">{cell} px</figcaption>
    </figure>
  );
}

function handicap25(): Position {
  const lines = [3, 8, 12, 16, 21];
  const black = lines.flatMap(row => lines.map(col => row * 25 + col));
  const white = [
    [5, 2],
    [2, 5],
    [14, 10],
    [10, 14],
    [6, 18],
    [18, 19],
  ].map(([col, row]) => row! * 25 + col!);
  return Position.empty(square(25)).with([
    ...black.map(point => [point, "black"] as const),
    ...white.map(point => [point, "white"] as const),
  ]);
}

const sizes: Size[] = [
  square(1),
  square(2),
  square(7),
  square(13),
  { cols: 9, rows: 21 },
  { cols: 21, rows: 9 },
];

export default function SheetPage() {
  const large = useMemo(handicap25, []);
  return (
    <Page title={t("board.sheet.title")} class="sheet">
      <h1 class="title">{t("board.sheet.title")}</h1>
      <div class="sheet-row">
        {CELLS.map(cell => (
          <AtCell key={cell} cell={cell} />
        ))}
      </div>
      <div class="sheet-three">
        <Rows
          caption="board.sheet.ended"
          rows={ENDED}
          coordinates="zh"
          owners={ownersFromRows(ENDED_OWNERS)}
          dead={pointSet(nine, ["J8"])}
        />
        <Rows
          caption="board.sheet.marks"
          rows={OPEN}
          coordinates="11"
          numbers={pointMap(nine, { D6: 7, E6: 128, G6: 12, E5: 5 })}
          labels={pointMap(nine, { C4: "A", G3: "B" })}
          shapes={pointMap(nine, { C8: "triangle", G8: "square", A1: "circle", B1: "cross", D5: "circle" })}
          arrows={[{ from: at("C7"), to: at("F8") }]}
          last={at("E3")}
        />
        <Rows
          caption="board.sheet.heat"
          rows={OPEN}
          coordinates="sgf"
          heat={heat()}
          last={at("G7")}
          unsent={at("C2")}
        />
        <Rows
          caption="board.sheet.seki"
          rows={SEKI}
          coordinates="a1"
          seki={pointSet(nine, ["D9", "D8", "E8", "F8", "F9"])}
          dashes={pointSet(nine, ["E9"])}
          rings={pointSet(nine, ["A2", "H4"])}
        />
        <Rows
          caption="board.sheet.ko"
          rows={KO}
          coordinates="none"
          ko={at("D6")}
          last={at("C6")}
          edge="past"
        />
        <Rows
          caption="board.sheet.tens"
          rows={ENDED}
          coordinates="none"
          dim="white"
          blocks={[{ col: 6, row: 7, cols: 3, rows: 2, text: "6" }]}
        />
      </div>
      <div class="sheet-two">
        <Sample text={boardName(large.size)}>
          <BoardView size={large.size} stones={large.stones} label={boardName(large.size)} coordinates="a1" />
        </Sample>
        <Playable size={square(19)} />
      </div>
      <div class="sheet-three">
        {sizes.map(size => (
          <Playable key={`${size.cols}×${size.rows}`} size={size} />
        ))}
      </div>
      <div class="sheet-row">
        {[square(9), square(19), { cols: 9, rows: 21 }].map(size => (
          <figure key={`${size.cols}×${size.rows}`} class="sheet-thumb">
            <BoardView thumbnail size={size} stones={Position.empty(size).stones} label={boardName(size)} />
          </figure>
        ))}
        <figure class="sheet-corner">
          <BoardView
            size={large.size}
            stones={large.stones}
            label={t("board.sheet.corner")}
            crop={{ left: 12, top: 0, right: 24, bottom: 9 }}
          />
        </figure>
      </div>
    </Page>
  );
}

function heat(): number[] {
  const values = new Array<number>(81).fill(0);
  for (const [point, value] of pointMap(nine, HEAT)) values[point] = value;
  return values;
}

/** A board on which both sides can be played. */
function Playable({ size }: { size: Size }) {
  const [position, setPosition] = useState(() => Position.empty(size));
  const [turn, setTurn] = useState<Color>("black");
  const [last, setLast] = useState<Point | null>(null);
  const board = useRef<BoardHandle>(null);
  const play = (point: Point) => {
    const result = position.play(turn, point);
    if (refused(result)) return;
    setPosition(result.position);
    setTurn(opponent(turn));
    setLast(point);
    playStone(turn);
    if (result.captured.length > 0) playCapture(result.captured.length);
  };
  const save = async () => download(await toPng(board.current!.svg()), "board.png");
  const name = boardName(size);
  return (
    <figure>
      <BoardView
        ref={board}
        size={size}
        stones={position.stones}
        label={name}
        ghost={turn}
        ko={position.ko}
        last={last}
        onPlay={play}
        allows={point => !refused(position.play(turn, point))}
      />
      <figcaption class="sm muted row">
        {name}
        <button type="button" class="btn quiet" onClick={save} aria-label={t("board.sheet.save", { name })}>
          PNG
        </button>
      </figcaption>
    </figure>
  );
}
