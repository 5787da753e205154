// A picture of the position or of some moves, drawn by the server as in a book.

import { useState } from "preact/hooks";
import { enter, post } from "../api/client";
import type { DiagramRequest } from "../api/types";
import { download, toPng } from "../board/png";
import { lang, t } from "../i18n";
import { ErrorNote } from "../ui/ErrorNote";
import { Field, Switch } from "../ui/Field";
import { type Coordinates, prefs, themeNow } from "../ui/prefs";
import { Segmented } from "../ui/Segmented";
import { Sheet } from "../ui/Sheet";
import { toast } from "../ui/Toast";
import { useAsync } from "../ui/useAsync";
import { fileName } from "./fileName";
import { moveOf } from "./replay";
import type { Review } from "./review";
import { titleOf } from "./words";

type Look = "print" | "ink" | "wood" | "slate";
type What = "now" | "moves";
const LOOKS: Look[] = ["print", "ink", "wood", "slate"];
const STYLES: Coordinates[] = ["none", "a1", "11", "zh", "sgf"];

export function DiagramSheet({ review, onClose }: { review: Review; onClose: () => void }) {
  const last = movesTo(review).length;
  const [what, setWhat] = useState<What>("now");
  const [from, setFrom] = useState(String(Math.max(1, last - 49)));
  const [to, setTo] = useState(String(Math.max(1, last)));
  const [fromOne, setFromOne] = useState(false);
  const [coordinates, setCoordinates] = useState<Coordinates>(prefs.value.coordinates);
  const [look, setLook] = useState<Look>("print");
  const range = { from: Number(from), to: Number(to) };
  const all = movesOfLine(review).length;
  const wrong = what === "moves" && !(range.from >= 1 && range.from <= range.to && range.to <= all);
  const request = wrong ? null : ask(review, { what, ...range, fromOne, coordinates, look });
  const asked = JSON.stringify({ ...request, sgf: null });
  const drawn = useAsync(async () => {
    if (!request) return null;
    await enter();
    return post<string>("/diagrams", request);
  }, [asked, review.tree.value]);
  const svg = wrong || drawn.error ? null : drawn.data;
  return (
    <Sheet
      title={t("record.diagramTitle")}
      onClose={onClose}
      foot={<Downloads svg={svg} title={titleOf(review.tree.value)} />}
    >
      <Picture svg={svg ?? null} error={drawn.error} onRetry={drawn.reload} />
      <Segmented
        label={t("record.diagramWhat")}
        value={what}
        choices={[
          { value: "now", label: t("record.diagramNow") },
          { value: "moves", label: t("record.diagramMoves"), disabled: all === 0 },
        ]}
        onChange={setWhat}
      />
      {what === "moves" && (
        <>
          <div class="review-range">
            <Field label={t("record.from")} value={from} inputMode="numeric" onInput={setFrom} />
            <Field label={t("record.to")} value={to} inputMode="numeric" onInput={setTo} />
          </div>
          {wrong && (
            <p class="ui-error" role="alert">
              {t("record.rangeWrong", { n: all })}
            </p>
          )}
          <Switch label={t("record.numberFromOne")} checked={fromOne} onChange={setFromOne} />
        </>
      )}
      <Segmented
        label={t("record.diagramCoordinates")}
        value={coordinates}
        choices={STYLES.map(value => ({ value, label: t(`record.coordinates.${value}`) }))}
        onChange={setCoordinates}
      />
      <Segmented
        label={t("record.diagramLook")}
        value={look}
        choices={LOOKS.map(value => ({ value, label: t(`record.look.${value}`) }))}
        onChange={setLook}
      />
    </Sheet>
  );
}

function Picture({ svg, error, onRetry }: { svg: string | null; error: unknown; onRetry: () => void }) {
  if (error) return <ErrorNote error={error} onRetry={onRetry} />;
  const source = svg ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` : undefined;
  return <div class="review-picture">{source && <img src={source} alt={t("record.diagramPreview")} />}</div>;
}

function Downloads({ svg, title }: { svg: string | null | undefined; title: string }) {
  const png = async () => {
    try {
      if (svg) download(await toPng(svg), fileName(title, "png"));
    } catch {
      toast(t("record.pngFailed"), { tone: "warn" });
    }
  };
  return (
    <>
      <button
        type="button"
        class="btn primary big grow"
        aria-disabled={!svg || undefined}
        onClick={() => svg && png()}
      >
        {t("record.downloadPng")}
      </button>
      <button
        type="button"
        class="btn big grow"
        aria-disabled={!svg || undefined}
        onClick={() => svg && download(new Blob([svg], { type: "image/svg+xml" }), fileName(title, "svg"))}
      >
        {t("record.downloadSvg")}
      </button>
    </>
  );
}

/** The nodes with moves on the line that is walked. */
function movesOfLine(review: Review): number[] {
  const tree = review.tree.value;
  return review.line.value.filter(id => moveOf(tree.get(id)!, review.size.value));
}

/** Those up to the node. */
function movesTo(review: Review): number[] {
  const before = new Set(review.tree.value.lineTo(review.at.value));
  return movesOfLine(review).filter(id => before.has(id));
}

type Wish = { what: What; from: number; to: number; fromOne: boolean; coordinates: Coordinates; look: Look };

function ask(review: Review, wish: Wish): DiagramRequest {
  const tree = review.tree.value;
  const { places } = tree.list();
  const isDark = themeNow() === "dark" && wish.look !== "print";
  const theme = isDark ? (`${wish.look}-dark` as DiagramRequest["theme"]) : wish.look;
  const common = {
    sgf: tree.toSgf(),
    coordinates: wish.coordinates,
    theme,
    cell: 32,
    lang: lang.value,
  };
  if (wish.what === "now") return { ...common, node: places.get(review.at.value) ?? 0 };
  const end = movesOfLine(review)[wish.to - 1] ?? 0;
  return { ...common, node: places.get(end) ?? 0, from: wish.from, first: wish.fromOne ? 1 : undefined };
}
