// A menu of commands behind a button (⋯).

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon, type IconName } from "./Icon";

export type MenuItem = {
  text: string;
  icon?: IconName;
  danger?: boolean;
  /** Said after the text, such as a key. */
  hint?: string;
  /** Where given, the item is a switch and shows a tick while it is on. */
  checked?: boolean;
  onSelect: () => void;
};

/** `items` without null are shown in their order; “null” is a separating line. */
export function Menu({
  items,
  label = t("nav.more"),
  icon = "more",
  class: name = "btn quiet icon",
  up = false,
}: {
  items: readonly (MenuItem | null)[];
  label?: string;
  icon?: IconName;
  class?: string;
  /** Opens upwards, where the button stands at the bottom of the page. */
  up?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    entries(root.current)[0]?.focus();
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === "Tab") return close(false);
    if (event.key === "Escape") close(true);
    else if (!moveFocus(entries(root.current), event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const choose = (item: MenuItem) => {
    close(true);
    item.onSelect();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside, which has its role
    <div class="ui-menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={button}
        class={name}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (open || event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name={icon} />
      </button>
      {open && (
        <div id={id} role="menu" aria-label={label} class={up ? "ui-menu-list up" : "ui-menu-list"}>
          {items.map((item, index) =>
            item ? (
              <button
                key={item.text}
                type="button"
                {...roleOf(item)}
                tabIndex={-1}
                class={item.danger ? "danger" : undefined}
                onClick={() => choose(item)}
              >
                {item.icon && <Icon name={item.icon} />}
                <span class="grow">{item.text}</span>
                {item.hint && <small>{item.hint}</small>}
                {item.checked && <Icon name="check" />}
              </button>
            ) : (
              <hr key={`line ${index}`} />
            ),
          )}
        </div>
      )}
    </div>
  );
}

function roleOf({ checked }: MenuItem) {
  return checked === undefined
    ? ({ role: "menuitem" } as const)
    : ({ role: "menuitemcheckbox", "aria-checked": checked } as const);
}

function entries(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

/** Arrows, Home, End and first letters; false where the key is none of the menu's. */
function moveFocus(all: HTMLElement[], key: string): boolean {
  const now = all.indexOf(document.activeElement as HTMLElement);
  const at = (index: number) => all[(index + all.length) % all.length]?.focus();
  if (key === "ArrowDown") at(now + 1);
  else if (key === "ArrowUp") at(now - 1);
  else if (key === "Home") at(0);
  else if (key === "End") at(-1);
  else {
    if (key.length !== 1 || key === " ") return false;
    const order = [...all.slice(now + 1), ...all.slice(0, now + 1)];
    const found = order.find(one => one.textContent?.toLowerCase().startsWith(key.toLowerCase()));
    if (!found) return false;
    found.focus();
  }
  return true;
}
