// How a record gets here: from a file, from the clipboard, or from an empty board.

import { useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { ErrorNote } from "../ui/ErrorNote";
import { TextArea } from "../ui/Field";
import { Icon } from "../ui/Icon";
import { Page } from "../ui/Page";
import "./review.css";

export function Opener({
  reading,
  error,
  errorText,
  onFile,
  onText,
  onNew,
  onDraft,
}: {
  reading: boolean;
  error: unknown;
  errorText?: string;
  onFile: (file: File) => void;
  onText: (text: string) => void;
  onNew: (lines: number) => void;
  onDraft: (() => void) | null;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  return (
    <Page title={t("record.open")} class="plain review-open">
      <h1 class="title">{t("record.open")}</h1>
      <p class="muted">{t("record.openLead")}</p>
      {error ? <ErrorNote error={error} text={errorText} /> : null}
      <div class="review-drop">
        <input
          ref={input}
          type="file"
          class="vh"
          tabIndex={-1}
          aria-hidden="true"
          accept=".sgf,.gib,.ngf,.ugf,.ugi,.mgt,application/x-go-sgf,text/plain"
          onChange={event => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file) onFile(file);
          }}
        />
        <button
          type="button"
          class="btn primary big"
          aria-disabled={reading || undefined}
          onClick={() => input.current?.click()}
        >
          <Icon name="book" />
          {t(reading ? "record.opening" : "record.choose")}
        </button>
        <p class="muted sm">{t("record.dropHere")}</p>
      </div>
      {onDraft && (
        <div class="review-notice" role="status">
          <p>{t("record.draftFound")}</p>
          <button type="button" class="btn" onClick={onDraft}>
            {t("record.draftRestore")}
          </button>
        </div>
      )}
      <form
        class="review-paste"
        onSubmit={event => {
          event.preventDefault();
          if (text.trim()) onText(text);
        }}
      >
        <TextArea
          label={t("record.paste")}
          value={text}
          rows={4}
          placeholder="(;GM[1]FF[4]SZ[19] …"
          onInput={setText}
        />
        <button type="submit" class="btn" aria-disabled={!text.trim() || undefined}>
          {t("record.openPasted")}
        </button>
      </form>
      <div class="review-new">
        <h2>{t("record.new")}</h2>
        <div class="row wrap">
          {[19, 13, 9].map(lines => (
            <button key={lines} type="button" class="btn" onClick={() => onNew(lines)}>
              {t("board.name", { n: lines })}
            </button>
          ))}
        </div>
      </div>
    </Page>
  );
}
