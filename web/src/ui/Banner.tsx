// A bar under the top bar: the connection, a restart, something that needs no haste.

import type { ComponentChildren } from "preact";
import { Icon } from "./Icon";

export function Banner({
  tone = "warn",
  children,
  action,
}: {
  tone?: "warn" | "bad" | "ok" | "plain";
  children: ComponentChildren;
  action?: ComponentChildren;
}) {
  return (
    <div class={`ui-banner ${tone}`} role="status">
      {tone === "warn" || tone === "bad" ? <Icon name="warn" /> : null}
      <p class="grow">{children}</p>
      {action}
    </div>
  );
}
