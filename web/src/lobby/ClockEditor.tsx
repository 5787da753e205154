// The time of both players, or of one: the usual paces as tiles, and every system with its numbers.

import { useEffect, useState } from "preact/hooks";
import { ApiError, get } from "../api/client";
import type { ControlView, TwoSidesControlView } from "../api/types";
import { Sample } from "../clock/Sample";
import { explain } from "../clock/words";
import { type Key, t } from "../i18n";
import { Field, Select } from "../ui/Field";
import { Segmented } from "../ui/Segmented";
import { timeText } from "../ui/terms";
import {
  badFields,
  type Clock,
  type ClockField,
  clockText,
  numbersOf,
  PACES,
  SYSTEMS,
  type SystemId,
  systemOf,
  withNumber,
} from "./clocks";

const UNITS: Record<ClockField["unit"], Key> = {
  m: "setup.inMinutes",
  s: "setup.inSeconds",
  d: "setup.inDays",
  n: "setup.inTimes",
};

type Read = { control: ControlView | null; refused: boolean };
const UNREAD: Read = { control: null, refused: false };

/** A control as the server reads it, asked for when the numbers rest. */
function useControl(clock: Clock): Read {
  const [read, setRead] = useState(UNREAD);
  const text = badFields(clock).length === 0 ? clockText(clock) : null;
  useEffect(() => {
    if (text === null) return setRead(UNREAD);
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const { black } = await get<TwoSidesControlView>("/time-controls/parse", { text });
        if (current) setRead({ control: black, refused: false });
      } catch (error) {
        // Without a server the tile's own words must do; what it refuses is said.
        const refused = error instanceof ApiError && error.code !== "network";
        if (current) setRead({ control: null, refused });
      }
    }, 250);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  return read;
}

function Numbers({ clock, onChange }: { clock: Clock; onChange: (clock: Clock) => void }) {
  const system = systemOf(clock.system);
  const numbers = numbersOf(clock);
  const bad = badFields(clock);
  return (
    <div class="setup-numbers">
      {system.fields.map(field => (
        <Field
          key={`${system.id} ${field.name}`}
          label={`${t(`setup.${field.name}`)}${t(UNITS[field.unit])}`}
          type="number"
          inputMode="numeric"
          min={field.min}
          max={field.max}
          value={Number.isNaN(numbers[field.name]) ? "" : String(numbers[field.name])}
          error={bad.includes(field) ? t("setup.between", { min: field.min, max: field.max }) : null}
          onInput={text => onChange(withNumber(clock, field.name, text === "" ? Number.NaN : Number(text)))}
        />
      ))}
    </div>
  );
}

export function ClockEditor({
  label,
  clock,
  onChange,
}: {
  label: string;
  clock: Clock;
  onChange: (clock: Clock) => void;
}) {
  const { control, refused } = useControl(clock);
  const words = control ? explain(control) : refused ? t("setup.timeRefused") : undefined;
  const tiles = [
    ...PACES.map(({ id, label, time }) => ({
      value: id as Clock["pace"],
      label: t(label),
      hint: id === "none" ? undefined : timeText(time),
    })),
    { value: "custom" as const, label: t("setup.custom"), hint: t("setup.customAbout") },
  ];
  return (
    <div class="setup-clock">
      <Segmented
        label={label}
        value={clock.pace}
        columns={3}
        choices={tiles}
        onChange={pace => onChange({ ...clock, pace })}
        hint={words}
      />
      {clock.pace === "custom" && (
        <>
          <Select
            label={t("setup.system")}
            value={clock.system}
            options={SYSTEMS.map(({ id }) => ({ value: id, label: t(`setup.systems.${id}`) }))}
            hint={t(`setup.about.${clock.system}`)}
            onChange={(system: SystemId) => onChange({ ...clock, system })}
          />
          <Numbers clock={clock} onChange={onChange} />
        </>
      )}
      {control && <Sample control={control} />}
    </div>
  );
}
