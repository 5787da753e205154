// The table of the laboratory: a row per ruleset, the game's own first, the result beside the name.

import { Link } from "wouter-preact";
import type { LabRow } from "../api/types";
import { say, t } from "../i18n";
import { COLUMNS, type Column, cellText, differs } from "./columns";
import type { Cell } from "./LabPage";
import { pathTo, type Source } from "./source";

export function LabTable({
  rows,
  cell,
  choose,
  source,
}: {
  rows: LabRow[];
  cell: Cell | null;
  choose: (cell: Cell) => void;
  source: Source;
}) {
  const own = rows.find(row => row.own) ?? rows[0]!;
  return (
    <div class="lb-box card" tabIndex={0} role="region" aria-label={t("lab.table")}>
      <table>
        <thead>
          <tr>
            {(["rules", ...COLUMNS] as const).map(column => (
              <th key={column} scope="col">
                {t(`lab.col.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {rows.map((row, index) => (
            <tr
              key={row.rules.id}
              class={row.own ? "first" : undefined}
              aria-current={cell?.row === index ? "true" : undefined}
            >
              <th scope="row">
                <RulesName row={row} source={source} />
              </th>
              {COLUMNS.map(column => (
                <LabCell
                  key={column}
                  row={row}
                  column={column}
                  different={differs(own, row, column)}
                  chosen={cell?.row === index && cell.column === column}
                  choose={() => choose({ row: index, column })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rows and columns that a key goes on by. */
const WAYS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from cell to cell; the table's box would scroll otherwise. */
function walk(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>("th, td") : null;
  const body = cell?.closest("tbody");
  if (!way || !cell || !body || event.ctrlKey || event.altKey || event.metaKey) return;
  const row = body.rows[(cell.parentElement as HTMLTableRowElement).sectionRowIndex + way[0]];
  const next = row?.cells[cell.cellIndex + way[1]]?.querySelector<HTMLElement>("a, button");
  event.preventDefault();
  next?.focus();
}

/** The ruleset's name; it leads to the count by it. */
function RulesName({ row, source }: { row: LabRow; source: Source }) {
  const name = say(row.rules.name);
  if (!row.terms) return <span>{name}</span>;
  const href = pathTo(source, "/count", { rules: row.own ? null : row.rules.id, step: 1 });
  return (
    <Link href={href} title={t("lab.countBy", { rules: name })}>
      {name}
      {row.own && <small>{t("lab.own")}</small>}
    </Link>
  );
}

function LabCell({
  row,
  column,
  different,
  chosen,
  choose,
}: {
  row: LabRow;
  column: Column;
  different: boolean;
  chosen: boolean;
  choose: () => void;
}) {
  const value = cellText(row, column);
  const name = t("lab.cell", { rules: say(row.rules.name), column: t(`lab.col.${column}`), value });
  return (
    <td class={different ? "diff" : undefined}>
      <button
        type="button"
        class={column === "result" ? "lb-cell result" : "lb-cell num"}
        aria-label={different ? `${value} ${name}, ${t("lab.differs")}` : `${value} ${name}`}
        aria-pressed={chosen}
        onClick={choose}
        onFocus={choose}
        onMouseEnter={choose}
      >
        {value}
      </button>
    </td>
  );
}
