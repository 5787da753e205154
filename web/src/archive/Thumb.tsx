// The last position at 48 px: five elements a board, so that a long list stays light.

import type { Size } from "../board/types";

export function Thumb({ size, stones }: { size: Size; stones: string | null | undefined }) {
  const { cols, rows } = size;
  const width = cols + 0.32;
  const height = rows + 0.32;
  return (
    <svg class="archive-thumb" viewBox={`-.66 -.66 ${width} ${height}`} aria-hidden="true">
      <rect x="-.66" y="-.66" width={width} height={height} />
      <path class="archive-grid" d={grid(cols, rows)} />
      <path class="archive-black" d={circles(stones ?? "", "X", cols)} />
      <path class="archive-white" d={circles(stones ?? "", "O", cols)} />
    </svg>
  );
}

function grid(cols: number, rows: number): string {
  const lines: string[] = [];
  for (let col = 0; col < cols; col++) lines.push(`M${col} 0V${rows - 1}`);
  for (let row = 0; row < rows; row++) lines.push(`M0 ${row}H${cols - 1}`);
  return lines.join("");
}

function circles(stones: string, sign: string, cols: number): string {
  const circles: string[] = [];
  for (let point = stones.indexOf(sign); point >= 0; point = stones.indexOf(sign, point + 1))
    circles.push(
      `M${(point % cols) - 0.48} ${Math.floor(point / cols)}a.48.48 0 1 0 .96 0a.48.48 0 1 0-.96 0`,
    );
  return circles.join("");
}
