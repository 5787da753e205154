// The board beside the setup sheet: as large as chosen, with the stones that will stand on it. A position is put here.

import { useState } from "preact/hooks";
import { BoardView } from "../board/BoardView";
import { fromVertices, toVertex } from "../board/points";
import { Position } from "../board/position";
import type { Color, Point, Size, Stones } from "../board/types";
import { t } from "../i18n";
import { prefs } from "../ui/prefs";
import { Segmented } from "../ui/Segmented";
import { sizeText } from "../ui/terms";
import { type Draft, freeHandicap, type Start } from "./draft";
import { fixedStones, seatedStones } from "./handicap";

/** Rulesets that begin with seated stones. */
const SEATED = new Set(["mingqing", "tangsong", "dunhuang"]);

const side = (n: number) => (Number.isInteger(n) ? Math.min(25, Math.max(2, n)) : 19);
export const previewSize = ({ cols, rows }: Draft): Size => ({ cols: side(cols), rows: side(rows) });

/** The stones before the first move, as far as the sheet tells. */
export function stonesBefore(draft: Draft): Stones {
  const size = previewSize(draft);
  const empty = Position.empty(size);
  if (draft.start.kind === "position") {
    return Position.fromStones(size, draft.start.black, draft.start.white).stones;
  }
  if (draft.start.kind === "record") return empty.stones;
  const changes: [Point, Color][] = [];
  const seats = draft.seats ?? (SEATED.has(draft.ruleset) && draft.handicap < 2);
  const seated = seats ? seatedStones(size) : null;
  for (const point of seated?.black ?? []) changes.push([point, "black"]);
  for (const point of seated?.white ?? []) changes.push([point, "white"]);
  const given = freeHandicap(draft) ? null : fixedStones(draft.handicap, size);
  for (const point of given ?? []) changes.push([point, "black"]);
  return empty.with(changes).stones;
}

type Tool = Color | "empty";

/** The position with the point turned to what the tool sets; the same stone again takes it away. */
function put(draft: Draft, start: Extract<Start, { kind: "position" }>, tool: Tool, point: Point): Start {
  const size = previewSize(draft);
  const lists = { black: fromVertices(start.black, size), white: fromVertices(start.white, size) };
  const had = lists.black.includes(point) ? "black" : lists.white.includes(point) ? "white" : "empty";
  const without = (list: Point[]) => list.filter(one => one !== point);
  const next = { black: without(lists.black), white: without(lists.white) };
  if (tool !== "empty" && had !== tool) next[tool].push(point);
  const names = (list: Point[]) => list.map(one => toVertex(one, size));
  return { ...start, black: names(next.black), white: names(next.white) };
}

export function Preview({ draft, onStart }: { draft: Draft; onStart: (start: Start) => void }) {
  const [tool, setTool] = useState<Tool>("black");
  const size = previewSize(draft);
  const { start } = draft;
  const editing = start.kind === "position";
  return (
    <div class={editing ? "setup-preview editing" : "setup-preview"}>
      <div class="setup-board">
        <BoardView
          size={size}
          stones={stonesBefore(draft)}
          label={`${t("setup.preview")} ${sizeText(size.cols, size.rows)}`}
          coordinates={prefs.value.coordinates}
          fit="both"
          placing="tap"
          onPick={editing ? point => onStart(put(draft, start, tool, point)) : undefined}
        />
      </div>
      {editing && (
        <Segmented
          label={t("setup.tool")}
          hideLabel
          value={tool}
          choices={[
            { value: "black", label: t("setup.putBlack"), drawing: <span class="stone b" /> },
            { value: "white", label: t("setup.putWhite"), drawing: <span class="stone w" /> },
            { value: "empty", label: t("setup.putNone"), drawing: <span class="setup-none" /> },
          ]}
          onChange={setTool}
        />
      )}
    </div>
  );
}
