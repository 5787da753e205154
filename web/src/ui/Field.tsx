// Fields of forms: text, several lines, one of many, on or off, a volume. Each has its label, one line of explanation,
// and its error beside it.

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

type Around = {
  label: string;
  hideLabel?: boolean;
  /** One line of explanation. */
  hint?: ComponentChildren;
  /** What is wrong with the value. */
  error?: string | null;
};

/** The ids that describe a control: its hint and its error. */
function described(id: string, { hint, error }: Around): string | undefined {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  return ids.length ? ids.join(" ") : undefined;
}

function Frame({ id, children, ...around }: Around & { id: string; children: ComponentChildren }) {
  const { label, hideLabel, hint, error } = around;
  return (
    <div class="ui-field">
      <label for={id} class={hideLabel ? "vh" : undefined}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} class="ui-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="ui-error">
          {error}
        </p>
      )}
    </div>
  );
}

type Native<T extends EventTarget> = Omit<
  JSX.HTMLAttributes<T>,
  "value" | "onChange" | "onInput" | "label" | "id" | "class"
>;

export function Field({
  label,
  hideLabel,
  hint,
  error,
  value,
  onInput,
  ...rest
}: Around & { value: string; onInput: (value: string) => void } & Omit<
    JSX.InputHTMLAttributes<HTMLInputElement>,
    "value" | "onInput" | "label" | "id" | "class"
  >) {
  const id = useId();
  return (
    <Frame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <input
        {...rest}
        id={id}
        class="field"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, { label, hint, error })}
        onInput={event => onInput(event.currentTarget.value)}
      />
    </Frame>
  );
}

export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  value,
  onInput,
  rows = 4,
  placeholder,
}: Around & { value: string; onInput: (value: string) => void; rows?: number; placeholder?: string }) {
  const id = useId();
  return (
    <Frame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <textarea
        id={id}
        class="field"
        rows={rows}
        value={value}
        placeholder={placeholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, { label, hint, error })}
        onInput={event => onInput(event.currentTarget.value)}
      />
    </Frame>
  );
}

export type Option<T extends string | number> = { value: T; label: string };

export function Select<T extends string | number>({
  label,
  hideLabel,
  hint,
  error,
  value,
  options,
  onChange,
  ...rest
}: Around & {
  value: T;
  options: readonly Option<T>[];
  onChange: (value: T) => void;
} & Native<HTMLSelectElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <select
        {...rest}
        id={id}
        class="field"
        value={value}
        aria-describedby={described(id, { label, hint, error })}
        onChange={event => {
          const chosen = options[event.currentTarget.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map(option => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** On or off, in force at once. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: {
  label: string;
  hint?: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div class="ui-switch">
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && onChange(!checked)}
      >
        <span id={id}>{label}</span>
        <i aria-hidden="true" />
      </button>
      {hint && (
        <p id={`${id}-hint`} class="ui-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A value on a scale, such as a volume. `text` is the value in words. */
export function Slider({
  label,
  hint,
  value,
  min = 0,
  max = 1,
  step = 0.05,
  text,
  onInput,
}: {
  label: string;
  hint?: ComponentChildren;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  text: string;
  onInput: (value: number) => void;
}) {
  const id = useId();
  return (
    <div class="ui-slider">
      <label for={id}>{label}</label>
      <output for={id} class="num">
        {text}
      </output>
      <input
        type="range"
        id={id}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={event => onInput(event.currentTarget.valueAsNumber)}
      />
      {hint && (
        <p id={`${id}-hint`} class="ui-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
