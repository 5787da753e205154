// Where the game begins: the empty board, a record after some moves, a position put on the board.

import { useId, useState } from "preact/hooks";
import { t } from "../i18n";
import { Field, TextArea } from "../ui/Field";
import { Segmented } from "../ui/Segmented";
import type { Start } from "./draft";
import type { Part } from "./SetupBasics";

const FRESH: Record<Start["kind"], Start> = {
  empty: { kind: "empty" },
  record: { kind: "record", text: "", name: "", moves: "" },
  position: { kind: "position", black: [], white: [], toMove: "black" },
};

/** Files in old charsets are read as what they probably are; the server repairs the rest. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

const LONGEST_FILE = 256 * 1024;

function FromRecord({
  start,
  onChange,
  error,
}: {
  start: Extract<Start, { kind: "record" }>;
  onChange: (start: Start) => void;
  error: string | null;
}) {
  const id = useId();
  const [failed, setFailed] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LONGEST_FILE) return setFailed(t("setup.recordTooLong"));
    setFailed(null);
    onChange({ ...start, text: await textOf(file), name: file.name });
  };
  return (
    <>
      <div class="setup-file">
        <input
          type="file"
          id={id}
          class="vh"
          accept=".sgf,.gib,.ngf,.ugf,.ugi,application/x-go-sgf"
          onChange={event => read(event.currentTarget.files?.[0])}
        />
        <label for={id} class="btn">
          {t("setup.openFile")}
        </label>
        <span class="ell muted">{start.name}</span>
      </div>
      <TextArea
        label={t("setup.recordText")}
        value={start.text}
        placeholder="(;SZ[19];B[pd];W[dp]…)"
        error={failed ?? error}
        onInput={text => onChange({ ...start, text, name: "" })}
      />
      <Field
        label={t("setup.recordMoves")}
        type="number"
        inputMode="numeric"
        min={0}
        value={start.moves}
        hint={t("setup.recordMovesAbout")}
        onInput={moves => onChange({ ...start, moves })}
      />
    </>
  );
}

export function StartEditor({ draft, change, problem }: Part) {
  const { start } = draft;
  const set = (next: Start) => change({ start: next });
  return (
    <div class="setup-part">
      <Segmented
        label={t("setup.startFrom")}
        value={start.kind}
        choices={[
          { value: "empty", label: t("setup.startEmpty") },
          { value: "record", label: t("setup.startRecord") },
          { value: "position", label: t("setup.startPosition") },
        ]}
        hint={start.kind === "position" ? t("setup.positionAbout") : undefined}
        onChange={kind => set(FRESH[kind])}
      />
      {start.kind === "record" && <FromRecord start={start} onChange={set} error={problem("start")} />}
      {start.kind === "position" && (
        <Segmented
          label={t("setup.toMove")}
          value={start.toMove}
          choices={[
            { value: "black", label: t("common.black") },
            { value: "white", label: t("common.white") },
          ]}
          onChange={toMove => set({ ...start, toMove })}
        />
      )}
      {start.kind === "position" && problem("start") && <p class="ui-error">{problem("start")}</p>}
    </div>
  );
}
