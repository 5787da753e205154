// A link as a QR code: black on white in both themes, with four modules of quiet zone, as scanners want it.

import { encode } from "uqr";

/** The dark modules as one path. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  let path = "";
  data.forEach((row, y) => {
    let from = -1;
    row.forEach((dark, x) => {
      if (dark && from < 0) from = x;
      if (from >= 0 && (!dark || x === size - 1)) {
        const end = dark ? x + 1 : x;
        path += `M${from} ${y}h${end - from}v1h${from - end}z`;
        from = -1;
      }
    });
  });
  return { path, size };
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg class="wait-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
