// Tools, the comment, and what can be done with the branch.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Confirm } from "../ui/Dialog";
import { TextArea } from "../ui/Field";
import { TOOLS, type Tool } from "./marks";
import type { Review } from "./review";
import { headline } from "./words";

export function EditPanel({
  review,
  tool,
  onTool,
  onInfo,
}: {
  review: Review;
  tool: Tool;
  onTool: (tool: Tool) => void;
  onInfo: () => void;
}) {
  const tree = review.tree.value;
  const at = review.at.value;
  const [asked, ask] = useState(false);
  const node = tree.get(at)!;
  return (
    <div class="card review-note review-edit">
      <Tools tool={tool} onTool={onTool} />
      <TextArea
        label={t("record.commentOn", { move: headline(review.state.value) })}
        value={tree.text(at, "C")}
        rows={2}
        onInput={text => review.edit(old => old.setText(at, "C", text), "comment")}
      />
      <div class="review-edits">
        <Act text={t("record.undo")} off={!review.canUndo.value} act={() => review.undo()} />
        <Act text={t("record.redo")} off={!review.canRedo.value} act={() => review.redo()} />
        <Act text={t("record.passMove")} act={() => review.play(null)} />
        <Act
          text={t("record.promote")}
          off={tree.isMain(at)}
          act={() => review.edit(old => old.promote(at))}
        />
        <Act text={t("record.cut")} off={node.parent === null} act={() => ask(true)} />
        <Act text={t("record.info")} act={onInfo} />
      </div>
      {asked && (
        <Confirm
          title={t("record.cutAsk", { n: countBelow(review, at) })}
          yes={t("record.cut")}
          danger
          onYes={() => {
            ask(false);
            review.cut();
          }}
          onNo={() => ask(false)}
        >
          <p>{t("record.cutHint")}</p>
        </Confirm>
      )}
    </div>
  );
}

function countBelow(review: Review, id: number): number {
  return review.tree.value.size - review.tree.value.remove(id).size;
}

function Act({ text, off = false, act }: { text: string; off?: boolean; act: () => void }) {
  return (
    <button type="button" class="btn" aria-disabled={off || undefined} onClick={() => !off && act()}>
      {text}
    </button>
  );
}

function Tools({ tool, onTool }: { tool: Tool; onTool: (tool: Tool) => void }) {
  return (
    <fieldset class="review-tools">
      <legend class="vh">{t("record.tools")}</legend>
      {TOOLS.map(one => (
        <label key={one} title={t(`record.toolName.${one}`)}>
          <input
            type="radio"
            name="review-tool"
            checked={one === tool}
            onChange={() => onTool(one)}
            aria-label={t(`record.toolName.${one}`)}
          />
          <span aria-hidden="true">
            <Drawing tool={one} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Drawing({ tool }: { tool: Tool }) {
  switch (tool) {
    case "play":
      return (
        <>
          <i class="stone b" />
          <i class="stone w" />
        </>
      );
    case "black":
      return <i class="stone b" />;
    case "white":
      return <i class="stone w" />;
    case "erase":
      return <i class="review-erase" />;
    case "letter":
      return <b>A</b>;
    case "number":
      return <b class="num">1</b>;
    default:
      return (
        <svg class="i" viewBox="0 0 20 20">
          <path d={SHAPES[tool]} />
        </svg>
      );
  }
}

const SHAPES = {
  triangle: "M10 3.500 17 16H3z",
  square: "M4 4h12v12H4z",
  circle: "M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13z",
  cross: "M4.500 4.500l11 11M15.500 4.500l-11 11",
};
