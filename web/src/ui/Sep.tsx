// The separator: always the Latin dot, which the full-width one of Chinese fonts would tear apart.

import { type ComponentChildren, Fragment } from "preact";

export const Sep = () => (
  <>
    {" "}
    <span class="sep">·</span>{" "}
  </>
);

/** Parts of a line with separators between them; empty ones are left out. The line breaks between parts only. */
export function Separated({ parts }: { parts: readonly ComponentChildren[] }) {
  const shown = parts.filter(part => part !== null && part !== undefined && part !== "" && part !== false);
  return (
    <>
      {shown.map((part, index) => (
        <Fragment key={index}>
          <span class="ui-part">
            {part}
            {index < shown.length - 1 && <Dot />}
          </span>{" "}
        </Fragment>
      ))}
    </>
  );
}

const Dot = () => (
  <>
    {" "}
    <span class="sep">·</span>
  </>
);
