// A key that is held down presses a button once: no answer of a question can come from the press that asked it.

/** Keeps the repeated presses of Enter from buttons and links; called once. */
export function pressOnce(): void {
  document.addEventListener(
    "keydown",
    event => {
      if (!event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
      if (event.target instanceof Element && event.target.closest("button, a, summary, input[type=radio]")) {
        event.preventDefault();
      }
    },
    true,
  );
}
