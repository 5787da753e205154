// A record on the page: where it came from, how it is saved, what is said about it.

import { ApiError, enter, get, post, put } from "../api/client";
import type { Imported, ImportRecord, OpenedFile, RecordTree, RecordView, Repair, Saved } from "../api/types";
import { parse, SgfError } from "./sgf";
import { Tree } from "./tree";

/** The longest file that the server takes. */
export const LONGEST = 256 * 1024;

export type Opened = {
  /** Under which its draft is kept on this device. */
  key: string;
  name: string;
  tree: Tree;
  /** The ruleset's id, where the record names one that is known. */
  ruleset: string | null;
  /** Komi in points, servers' notations resolved. */
  komi: string | null;
  /** A game of this server: its margin is in points. */
  counted: boolean;
  illegal: RecordTree["illegal"];
  repairs: readonly Repair[];
  /** Format and charset, for files. */
  readAs: { format: string; charset: string } | null;
  saving:
    | { kind: "own"; id: string; version: string }
    | { kind: "file"; request: ImportRecord }
    | { kind: "copy" };
  /** The page that shows it to others; null while it is on this device alone. */
  link: string | null;
  /** Where the file as it came can be downloaded. */
  original: string | null;
};

const about = (tree: RecordTree) => ({
  tree: Tree.of(tree.nodes.map(node => ({ parent: node.parent ?? null, properties: node.properties }))),
  ruleset: tree.info.ruleset ?? null,
  komi: tree.info.komi ?? null,
  illegal: tree.illegal,
});

export async function openArchived(id: string): Promise<Opened> {
  const view = await get<RecordView>(`/records/${id}`);
  return {
    ...about(view.tree),
    key: `records/${id}`,
    name: view.name,
    counted: false,
    repairs: view.repairs,
    readAs: null,
    saving: view.mine ? { kind: "own", id, version: view.version } : { kind: "copy" },
    link: `/records/${id}`,
    original: `/api/v1/records/${id}/source`,
  };
}

export async function openGame(id: string, key: string | null): Promise<Opened> {
  const tree = await get<RecordTree>(`/games/${id}/record`, { key });
  return {
    ...about(tree),
    key: `games/${id}`,
    name: `shoutan-${id}.sgf`,
    counted: true,
    repairs: [],
    readAs: null,
    saving: { kind: "copy" },
    link: `/g/${id}/record`,
    original: null,
  };
}

/** A file of this device that was read, with its other games. */
export type OpenFile = Opened & { file: OpenedFile; request: ImportRecord };

/** Has the server read a file. Without a connection a plain SGF file is read here. */
export async function openFile(request: ImportRecord): Promise<OpenFile> {
  try {
    await enter();
    const file = await post<OpenedFile>("/records/read", request);
    return { ...fromFile(about(file.tree), file, request), request, file };
  } catch (error) {
    const plain = error instanceof ApiError && error.code === "network" ? readPlain(request) : null;
    if (!plain) throw error;
    return plain;
  }
}

function fromFile(told: ReturnType<typeof about>, file: OpenedFile, request: ImportRecord): Opened {
  return {
    ...told,
    key: "file",
    name: request.name ?? "",
    counted: false,
    repairs: file.repairs,
    readAs: { format: file.format, charset: file.charset },
    saving: { kind: "file", request },
    link: null,
    original: null,
  };
}

function readPlain(request: ImportRecord): OpenFile | null {
  const text = request.text ?? decode(request.base64 ?? "");
  try {
    if (text === null || request.game) return null;
    const nodes = parse(text);
    const told = { tree: Tree.of(nodes), ruleset: null, komi: null, illegal: null };
    const file: OpenedFile = {
      format: "SGF",
      charset: "UTF-8",
      games: [],
      games_found: 1,
      repairs: [],
      tree: { cols: 19, rows: 19, moves: 0, nodes: [], info: { black: "", white: "" } },
    };
    return { ...fromFile(told, file, request), request, file };
  } catch (error) {
    if (error instanceof SgfError) return null;
    throw error;
  }
}

function decode(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A file as the server takes it. */
export async function toRequest(file: File): Promise<ImportRecord> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { name: file.name.slice(0, 200), base64: btoa(text) };
}

/** A record that begins with an empty board. */
export function openNew(lines: number): Opened {
  return {
    key: "file",
    name: "",
    tree: Tree.empty([{ name: "SZ", values: [String(lines)] }]),
    ruleset: null,
    komi: null,
    counted: false,
    illegal: null,
    repairs: [],
    readAs: null,
    saving: { kind: "copy" },
    link: null,
    original: null,
  };
}

/** What was saved: where it is, and its version where it is one's own. */
export type SavedAs = { id: string; version: string; isNew: boolean };

/** Saves a record: over one's own, or as a new one. A file is kept as it came beside what was made of it. */
export async function save(opened: Opened, tree: Tree, asCopy: boolean): Promise<SavedAs> {
  await enter();
  const sgf = tree.toSgf();
  const { saving } = opened;
  if (saving.kind === "own" && !asCopy) {
    const { version } = await put<Saved>(`/records/${saving.id}`, { sgf, version: saving.version });
    return { id: saving.id, version, isNew: false };
  }
  if (saving.kind === "file" && !asCopy) {
    const made = await post<Imported>("/records", saving.request);
    if (tree === opened.tree) return { id: made.id, version: made.version, isNew: true };
    const { version } = await put<Saved>(`/records/${made.id}`, { sgf, version: made.version });
    return { id: made.id, version, isNew: true };
  }
  const made = await post<Imported>("/records", { name: opened.name || undefined, text: sgf });
  return { id: made.id, version: made.version, isNew: true };
}
