// What a screen reader is told. The regions stand in index.html, so that they are there before anything is said.

function tell(region: string, text: string): void {
  const box = document.getElementById(region);
  if (!box || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  box.append(line);
  while (box.childElementCount > 20) box.firstElementChild?.remove();
}

/** Moves, chat, changes: said when the reader has time. */
export const polite = (text: string): void => tell("polite", text);

/** Clock calls, refusals, the end: said at once. */
export const assertive = (text: string): void => tell("assertive", text);
