// Names of files for the reader's own disk.

/** A name without signs that file systems refuse, with this ending. */
export function fileName(text: string, ending: string): string {
  const plain = [...text]
    .map(sign => (sign < " " || '\\/:*?"<>|'.includes(sign) ? " " : sign))
    .join("")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);
  return `${plain || "shoutan"}.${ending}`;
}
