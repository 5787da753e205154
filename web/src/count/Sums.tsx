// The sums so far, and the verdict as the impression of a seal.

import { Ruler } from "./Ruler";
import type { SumLine, Verdict } from "./stage";

export function Sums({ lines }: { lines: SumLine[] }) {
  if (lines.length === 0) return null;
  return (
    <dl class="ct-sums">
      {lines.map(({ label, value, look }) => (
        <div key={label} class={look}>
          <dt>{label}</dt>
          <dd class="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function VerdictSeal({ verdict }: { verdict: Verdict }) {
  return (
    <div class="ct-end">
      <p class="ct-verdict">
        <strong class="ct-seal">{verdict.seal}</strong>
        {verdict.also && <span>{verdict.also}</span>}
      </p>
      {verdict.ruler.length > 1 && <Ruler marks={verdict.ruler} text={verdict.rulerText} />}
    </div>
  );
}
