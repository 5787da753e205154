// Copies a text; says so in its own words for two seconds.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";
import { polite } from "./live";
import { toast } from "./Toast";

/** Copies a text; false where the browser does not let. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

/** Over plain HTTP there is no clipboard interface; the old command still works from a selected field. */
function copyFromField(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "vh";
  field.setAttribute("aria-hidden", "true");
  // Inside an open dialog the rest of the page cannot be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  const before = document.activeElement;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

export function CopyButton({
  text,
  label,
  class: name = "btn",
}: {
  text: string;
  label: string;
  class?: string;
}) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  const onClick = async () => {
    if (await copy(text)) {
      setDone(true);
      polite(t("ui.copied"));
    } else toast(t("ui.copyFailed"), { tone: "warn" });
  };
  return (
    <button type="button" class={name} onClick={onClick}>
      <Icon name={done ? "check" : "link"} />
      {done ? t("ui.copied") : label}
    </button>
  );
}
