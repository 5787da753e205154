// The record page: board, header, tree, comment, steps, actions.

import "./review.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { download } from "../board/png";
import { t } from "../i18n";
import { errorCode, errorText } from "../ui/errors";
import { Icon } from "../ui/Icon";
import { KeysDialog } from "../ui/KeysDialog";
import { Menu, type MenuItem } from "../ui/Menu";
import { Page } from "../ui/Page";
import { toast } from "../ui/Toast";
import { useBusy } from "../ui/useBusy";
import { DiagramSheet } from "./DiagramSheet";
import { dropDraft } from "./draft";
import { EditPanel } from "./EditPanel";
import { fileName } from "./fileName";
import { Header } from "./Header";
import { InfoSheet } from "./InfoSheet";
import { HELP, useKeys } from "./keys";
import type { Tool } from "./marks";
import { Note } from "./Note";
import { Notices } from "./Notices";
import { type Opened, save } from "./opened";
import { readPlace, writePlace } from "./place";
import { type Numbers, RecordBoard } from "./RecordBoard";
import { RepairsSheet } from "./RepairsSheet";
import { Review } from "./review";
import { ShareSheet } from "./ShareSheet";
import { TreeView } from "./TreeView";
import { useDraft } from "./useDraft";
import { useWide } from "./useWide";
import { Walk } from "./Walk";
import { titleOf } from "./words";

type Sheet = "diagram" | "share" | "info" | "repairs" | "keys" | null;

export function RecordView({ opened, onReload }: { opened: Opened; onReload?: () => void }) {
  const [, go] = useLocation();
  const review = useMemo(() => new Review(opened.tree, placeInAddress(opened)), [opened]);
  const [current, setCurrent] = useState(opened);
  const [editing, setEditing] = useState(false);
  const [tool, setTool] = useState<Tool>("play");
  const [sheet, setSheet] = useState<Sheet>(null);
  const [numbers, setNumbers] = useState<Numbers>("few");
  const wide = useWide();
  const draft = useDraft(review, current);
  const saver = useSaver(review, current, setCurrent);
  useKeys(review, () => setSheet("keys"));
  useAddress(review);

  const unsaved = review.edited || current.link === null;
  const close = () => setSheet(null);
  const menu = menuItems({ review, opened: current, numbers, setNumbers, saver, setSheet, onReload, go });
  return (
    <Page title={titleOf(review.tree.value)} class={editing ? "review review-editing" : "review"}>
      <RecordBoard review={review} tool={editing ? tool : null} numbers={numbers} wide={wide} />
      <div class="review-panel">
        <Header review={review} opened={current} />
        <Notices
          opened={current}
          draft={draft}
          changed={saver.changed}
          onRepairs={() => setSheet("repairs")}
          onCopy={() => saver.run(true)}
          onReload={onReload}
        />
        <TreeView review={review} />
        {editing ? (
          <EditPanel review={review} tool={tool} onTool={setTool} onInfo={() => setSheet("info")} />
        ) : (
          <Note review={review} />
        )}
        <Walk review={review} />
        <div class="review-acts">
          <button
            type="button"
            class={editing ? "btn primary" : "btn"}
            aria-pressed={editing}
            onClick={() => setEditing(!editing)}
          >
            <Icon name={editing ? "check" : "pen"} />
            {t(editing ? "record.editDone" : "record.edit")}
          </button>
          {unsaved ? (
            <button
              type="button"
              class="btn"
              aria-disabled={saver.busy || undefined}
              onClick={() => saver.run(false)}
            >
              {t(current.saving.kind === "own" ? "record.saveChanges" : "record.save")}
            </button>
          ) : (
            <button type="button" class="btn" onClick={() => setSheet("share")}>
              <Icon name="share" />
              {t("record.share")}
            </button>
          )}
          <button type="button" class="btn" onClick={() => setSheet("diagram")}>
            <Icon name="board" />
            {t("record.diagram")}
          </button>
          <Menu items={menu} class="btn icon" up label={t("record.more")} />
        </div>
      </div>
      {sheet === "diagram" && <DiagramSheet review={review} onClose={close} />}
      {sheet === "info" && <InfoSheet review={review} onClose={close} />}
      {sheet === "keys" && <KeysDialog lines={HELP} onClose={close} />}
      {sheet === "repairs" && <RepairsSheet opened={current} onClose={close} />}
      {sheet === "share" && (
        <ShareSheet
          review={review}
          opened={current}
          onClose={close}
          onSave={() => {
            close();
            saver.run(false);
          }}
        />
      )}
    </Page>
  );
}

function placeInAddress({ tree }: Opened): number {
  const place = new URLSearchParams(location.search).get("move");
  return (place && readPlace(tree, place)) || 0;
}

/** Keeps the place in the address, so that a reload or a copied address comes back to it. */
function useAddress(review: Review): void {
  const tree = review.tree.value;
  const at = review.at.value;
  useEffect(() => {
    // Browsers allow few changes of the address in a short time.
    const timer = setTimeout(() => {
      const address = new URL(location.href);
      const place = writePlace(tree, at);
      if (place) address.searchParams.set("move", place);
      else address.searchParams.delete("move");
      const text = address.href.replaceAll("%2F", "/");
      if (text !== location.href) history.replaceState(history.state, "", text);
    }, 300);
    return () => clearTimeout(timer);
  }, [tree, at]);
}

type Saver = { busy: boolean; changed: boolean; run: (asCopy: boolean) => void };

function useSaver(review: Review, opened: Opened, setOpened: (opened: Opened) => void): Saver {
  const { busy, begin, end } = useBusy();
  const [changed, setChanged] = useState(false);
  const [, go] = useLocation();
  const run = async (asCopy: boolean) => {
    if (!begin()) return;
    try {
      const tree = review.tree.value;
      const saved = await save(opened, tree, asCopy);
      setChanged(false);
      dropDraft(opened.key);
      review.markSaved(tree);
      toast(t(saved.isNew ? "record.savedCopy" : "record.saved"), { tone: "ok" });
      if (saved.isNew) go(`/records/${saved.id}${location.search}`, { replace: true });
      else setOpened({ ...opened, saving: { kind: "own", id: saved.id, version: saved.version } });
    } catch (error) {
      if (errorCode(error) === "record.changed") setChanged(true);
      else
        toast(errorText(error), { tone: "bad", action: { text: t("common.retry"), run: () => run(asCopy) } });
    } finally {
      end();
    }
  };
  return { busy, changed, run };
}

function menuItems({
  review,
  opened,
  numbers,
  setNumbers,
  saver,
  setSheet,
  onReload,
  go,
}: {
  review: Review;
  opened: Opened;
  numbers: Numbers;
  setNumbers: (numbers: Numbers) => void;
  saver: Saver;
  setSheet: (sheet: Sheet) => void;
  onReload?: () => void;
  go: (path: string) => void;
}): (MenuItem | null)[] {
  const name = fileName(titleOf(review.tree.value), "sgf");
  const items: (MenuItem | null)[] = [
    {
      text: t("record.download"),
      onSelect: () => download(new Blob([review.tree.value.toSgf()], { type: "application/x-go-sgf" }), name),
    },
  ];
  const { original } = opened;
  if (original) items.push({ text: t("record.downloadSource"), onSelect: () => location.assign(original) });
  if (opened.saving.kind === "own")
    items.push({ text: t("record.saveCopy"), onSelect: () => saver.run(true) });
  else if (opened.link && !review.edited)
    items.push({ text: t("record.saveCopy"), onSelect: () => saver.run(true) });
  if (review.edited)
    items.push({ text: t("record.share"), icon: "share", onSelect: () => setSheet("share") });
  if (opened.repairs.length)
    items.push({ text: t("record.repairsTitle"), onSelect: () => setSheet("repairs") });
  const { link } = opened;
  if (link?.startsWith("/records/") && !review.edited) {
    const place = writePlace(review.tree.value, review.at.value);
    const count = place ? `${link}/count?move=${place}` : `${link}/count`;
    items.push({ text: t("record.count"), onSelect: () => go(count) });
  }
  items.push(null);
  for (const [value, text] of [
    ["none", "record.numbersNone"],
    ["few", "record.numbersFew"],
    ["all", "record.numbersAll"],
  ] as const)
    items.push({ text: t(text), checked: numbers === value, onSelect: () => setNumbers(value) });
  items.push(null, { text: t("ui.keys"), onSelect: () => setSheet("keys") });
  if (onReload && opened.link === null) items.push({ text: t("record.another"), onSelect: onReload });
  return items;
}
