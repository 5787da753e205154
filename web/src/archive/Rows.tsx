// The rows of the archive's list.

import { Link } from "wouter-preact";
import type { ListedGame, ListedRecord } from "../api/types";
import { dateTime, t } from "../i18n";
import { playerName } from "../ui/players";
import { recordDate } from "../ui/recordDate";
import { resultText } from "../ui/result";
import { Separated } from "../ui/Sep";
import { sizeText } from "../ui/terms";
import type { Row } from "./query";
import { Thumb } from "./Thumb";

type Shown = {
  href: string;
  cols: number;
  rows: number;
  stones?: string | null;
  black: string;
  /** "" where the record names nobody: then the first is the record's own name. */
  white: string;
  result: string;
  date: string;
  moves: number;
};

function ofGame(game: ListedGame): Shown {
  const { id, cols, rows, stones, players, result, ruleset, moves } = game;
  return {
    href: `/g/${id}/record`,
    cols,
    rows,
    stones,
    black: playerName(players.black),
    white: playerName(players.white),
    result: resultText(result, { ruleset, counted: true }),
    date: dateTime(game.updated),
    moves,
  };
}

function ofRecord(record: ListedRecord): Shown {
  const { id, cols, rows, stones, result, ruleset, moves } = record;
  const named = record.black || record.white;
  return {
    href: `/records/${id}`,
    cols,
    rows,
    stones,
    black: named ? record.black || t("record.unknown") : record.name || t("record.untitled"),
    white: named ? record.white || t("record.unknown") : "",
    result: resultText(result, { ruleset }),
    date: record.played ? recordDate(record.played, "medium") : dateTime(record.created),
    moves,
  };
}

export function RowItem({ row }: { row: Row }) {
  const shown = row.kind === "game" ? ofGame(row.game) : ofRecord(row.record);
  return (
    <li>
      <Link class="archive-row" href={shown.href}>
        <Thumb size={shown} stones={shown.stones} />
        <span class="archive-names">
          <Name color={shown.white ? "b" : null} name={shown.black} />
          {shown.white && <Name color="w" name={shown.white} />}
        </span>
        <span class="archive-terms muted sm">
          <Separated parts={[sizeText(shown.cols, shown.rows), t("archive.moves", { n: shown.moves })]} />
        </span>
        <span class="archive-result">{shown.result}</span>
        <span class="archive-date muted sm num">{shown.date}</span>
      </Link>
    </li>
  );
}

function Name({ color, name }: { color: "b" | "w" | null; name: string }) {
  return (
    <span class="row" title={name}>
      {color && (
        <i
          class={`stone ${color}`}
          role="img"
          aria-label={t(color === "b" ? "common.black" : "common.white")}
        />
      )}
      <span class="ell">{name}</span>
    </span>
  );
}
