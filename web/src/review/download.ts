// Files for the reader's own disk.

/** Offers bytes or text as a file. */
export function download(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

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

/** A PNG of an SVG picture, twice as large; null where the browser does not let. */
export async function toPng(svg: string): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise(resolve => canvas.toBlob(resolve, "image/png"));
  } catch {
    return null;
  }
}
