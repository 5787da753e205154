// Keeps unsaved changes on this device while they are made, and finds those of an earlier visit.

import { useEffect, useState } from "preact/hooks";
import { dropDraft, keepDraft, loadDraft } from "./draft";
import type { Opened } from "./opened";
import { readPlace, writePlace } from "./place";
import type { Review } from "./review";
import { sameTrees, type Tree } from "./tree";

export type DraftFound = {
  /** There are changes of an earlier visit that are not shown. */
  found: boolean;
  /** The changes of this visit are kept. */
  kept: boolean;
  restore: () => void;
  drop: () => void;
};

export function useDraft(review: Review, opened: Opened): DraftFound {
  const { key, name } = opened;
  const [found, setFound] = useState<{ tree: Tree; place: string } | null>(null);
  const [kept, setKept] = useState(false);
  const tree = review.tree.value;
  const at = review.at.value;
  useEffect(() => {
    const draft = loadDraft(key);
    const differs = draft && !sameTrees(draft.tree, review.tree.value);
    setFound(differs ? { tree: draft.tree, place: draft.draft.place } : null);
  }, [key]);
  useEffect(() => {
    if (tree === review.saved.value) {
      setKept(false);
      return;
    }
    const timer = setTimeout(() => {
      setKept(keepDraft(key, { sgf: tree.toSgf(), place: writePlace(tree, at), name }));
      setFound(null);
    }, 400);
    return () => clearTimeout(timer);
  }, [key, name, tree, at, review]);
  return {
    found: found !== null,
    kept,
    restore: () => {
      if (!found) return;
      review.restore(found.tree, readPlace(found.tree, found.place || "0") ?? 0);
      setFound(null);
    },
    drop: () => {
      dropDraft(key);
      setFound(null);
    },
  };
}
