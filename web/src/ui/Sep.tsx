// The separator: always the Latin dot, which the full-width one of Chinese fonts would tear apart.

import { type ComponentChildren, Fragment } from "preact";

export const Sep = () => (
  <>
    {" "}
    <span class="sep">·</span>{" "}
  </>
);

/** Parts of a line with separators between them; empty ones are left out. */
export function Separated({ parts }: { parts: readonly ComponentChildren[] }) {
  return (
    <>
      {parts
        .filter(part => part !== null && part !== undefined && part !== "" && part !== false)
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <Sep />}
            {part}
          </Fragment>
        ))}
    </>
  );
}
