// The picture as a file of its own: colours, fonts and the ground written out, nothing left to a style sheet.

const SVG = "http://www.w3.org/2000/svg";

/** What a style sheet may have decided, and what it is when nobody did. */
const STYLED: Readonly<Record<string, string>> = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
};
const TEXT: Readonly<Record<string, string>> = {
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  "text-anchor": "start",
  "paint-order": "normal",
};
const STOP: Readonly<Record<string, string>> = { "stop-color": "", "stop-opacity": "1" };

/** The SVG file of the board in this element, without ghost, pending stone and cursor. */
export function standalone(host: Element): string {
  const original = host.querySelector("svg")!;
  const copy = original.cloneNode(true) as SVGSVGElement;
  writeOut(original, copy);
  for (const passing of copy.querySelectorAll("[data-passing], .bd-leave")) passing.remove();
  for (const attribute of ["style", "aria-hidden"]) copy.removeAttribute(attribute);
  copy.setAttribute("xmlns", SVG);
  ground(copy, getComputedStyle(original));
  return new XMLSerializer().serializeToString(copy);
}

function writeOut(original: Element, copy: Element): void {
  const style = getComputedStyle(original);
  const tag = original.tagName.toLowerCase();
  if (tag === "stop") settle(copy, style, STOP);
  else if (tag !== "svg" && tag !== "defs" && !/gradient$/i.test(tag)) {
    settle(copy, style, STYLED);
    if (tag === "text") text(copy, style);
  }
  copy.removeAttribute("class");
  for (let i = 0; i < original.children.length; i++) writeOut(original.children[i]!, copy.children[i]!);
}

function settle(copy: Element, style: CSSStyleDeclaration, names: Readonly<Record<string, string>>): void {
  for (const [name, usual] of Object.entries(names)) {
    const inherited = copy.hasAttribute(name) && !copy.getAttribute(name)!.includes("var(");
    if (inherited) continue;
    const value = style.getPropertyValue(name);
    if (value && value !== usual) copy.setAttribute(name, value);
    else copy.removeAttribute(name);
  }
}

/** Letters are centred by their baseline, which every viewer understands. */
function text(copy: Element, style: CSSStyleDeclaration): void {
  settle(copy, style, TEXT);
  copy.setAttribute("dy", ".35em");
}

/** Board and grain, which are backgrounds on the page. */
function ground(copy: SVGSVGElement, style: CSSStyleDeclaration): void {
  const { width, height } = copy.viewBox.baseVal;
  const color = (name: string) => style.getPropertyValue(name).trim();
  const wooden = style.backgroundImage !== "none";
  const paint = [color("--board")];
  if (wooden) {
    const defs = copy.querySelector("defs")!;
    const id = copy.querySelector("g[id]")!.id;
    defs.append(stripes(`${id}-fine`, color("--grain"), [0, 6, 9, 12, 17]));
    defs.append(stripes(`${id}-wide`, color("--grain"), [0, 14, 26, 37, 53]));
    paint.push(`url(#${id}-fine)`, `url(#${id}-wide)`);
  }
  const rects = paint.map(fill => element("rect", { width, height, fill }));
  copy.querySelector("defs")!.after(...rects);
}

/** Straight grain: nothing, a streak, nothing, over and over. */
function stripes(id: string, color: string, [start, from, peak, to, end]: number[]): Element {
  const gradient = element("linearGradient", {
    id,
    gradientUnits: "userSpaceOnUse",
    spreadMethod: "repeat",
    x1: start!,
    x2: end!,
  });
  for (const [at, opacity] of [
    [from!, 0],
    [peak!, 1],
    [to!, 0],
  ] as const) {
    gradient.append(element("stop", { offset: at / end!, "stop-color": color, "stop-opacity": opacity }));
  }
  return gradient;
}

function element(name: string, attributes: Record<string, string | number>): Element {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
