// One of a few, all in sight: a group of radio buttons drawn as tiles.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export type Choice<T extends string | number> = {
  value: T;
  label: string;
  /** A second line, such as what “quick” means. */
  hint?: string;
  /** A drawing above the label; the label remains its name. */
  drawing?: ComponentChildren;
  disabled?: boolean;
};

export function Segmented<T extends string | number>({
  label,
  hideLabel = false,
  value,
  choices,
  onChange,
  columns = choices.length,
  narrow = columns,
  hint,
  class: name = "",
}: {
  label: string;
  /** The label is there for screen readers only. */
  hideLabel?: boolean;
  value: T | null;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  /** Tiles in a row; all of them without it. */
  columns?: number;
  /** The same on a phone, where that would be too many. */
  narrow?: number;
  /** One line about the chosen tile or the group. */
  hint?: ComponentChildren;
  class?: string;
}) {
  const id = useId();
  const style = { "--columns": String(columns), "--narrow": String(narrow) };
  return (
    <fieldset class={`ui-seg ${name}`} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend class={hideLabel ? "vh" : undefined}>{label}</legend>
      <div class="ui-seg-row" style={style}>
        {choices.map(choice => (
          <label key={choice.value}>
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span class="ui-seg-tile">
              {choice.drawing}
              <b>{choice.label}</b>
              {choice.hint && <small>{choice.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} class="ui-hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
