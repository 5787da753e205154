// A record from this device, at `/record`: chosen, dropped or pasted. The file stays here until it is saved.

import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../api/client";
import type { ImportRecord } from "../api/types";
import { t } from "../i18n";
import { errorCode } from "../ui/errors";
import { ChooseGame } from "./ChooseGame";
import { loadDraft } from "./draft";
import { Opener } from "./Opener";
import { LONGEST, type Opened, type OpenFile, openFile, openNew, toRequest } from "./opened";
import { RecordView } from "./RecordView";

type State =
  | { step: "ask"; error?: unknown; text?: string }
  | { step: "reading" }
  | { step: "choose"; read: OpenFile }
  | { step: "shown"; opened: Opened; count: number };

export default function OpenPage() {
  const [state, setState] = useState<State>({ step: "ask" });
  const [count, setCount] = useState(0);

  const show = (opened: Opened) => {
    setCount(count + 1);
    setState({ step: "shown", opened, count });
  };
  const read = async (request: ImportRecord, chosen: boolean) => {
    setState({ step: "reading" });
    try {
      const opened = await openFile(request);
      if (opened.file.games_found > 1 && !chosen) setState({ step: "choose", read: opened });
      else show(opened);
    } catch (error) {
      const text = errorCode(error) === "request.field" ? refusal(error) : undefined;
      setState({ step: "ask", error, text });
    }
  };
  const take = async (file: File) => {
    if (file.size > LONGEST)
      setState({ step: "ask", error: "request.too_large", text: t("record.tooLarge") });
    else await read(await toRequest(file), false);
  };
  useDrop(take);

  if (state.step === "shown") {
    return <RecordView key={state.count} opened={state.opened} onReload={() => setState({ step: "ask" })} />;
  }
  if (state.step === "choose") {
    const { request, file } = state.read;
    return (
      <ChooseGame
        file={file}
        onChoose={game => read({ ...request, game }, true)}
        onBack={() => setState({ step: "ask" })}
      />
    );
  }
  const draft = loadDraft("file");
  return (
    <Opener
      reading={state.step === "reading"}
      error={state.step === "ask" ? state.error : undefined}
      errorText={state.step === "ask" ? state.text : undefined}
      onFile={take}
      onText={text => read({ text }, false)}
      onNew={lines => show(openNew(lines))}
      onDraft={draft && (() => show({ ...openNew(19), name: draft.draft.name, tree: draft.tree }))}
    />
  );
}

/** Why the server found no game that can be shown. */
function refusal(error: unknown): string {
  const detail = (error instanceof ApiError && error.detail) || "";
  if (detail.includes("not a Go record")) return t("record.otherGame");
  return t(detail.includes("board size") ? "record.wrongSize" : "record.noGame");
}

/** Files may be dropped anywhere on the page. */
function useDrop(take: (file: File) => void): void {
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) take(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
  });
}
