// The hints for a first game: one at a time, until the player closes it or gets further, or the game is over.

import { button, make, word } from "./words.js";

const HINTS = ["page-hint-start", "page-hint-move", "page-hint-capture"];
const box = document.getElementById("hint");
let shown = HINTS.length;

/** Shows a hint by its number, or none after the last. */
export function hint(number, bot) {
  shown = number;
  sessionStorage.setItem("hint", number);
  const key = HINTS[number];
  box.hidden = !key;
  if (!key) return;
  const next = button("button style2", () => hint(number + 1, bot), word("page-hint-done"));
  box.replaceChildren(make("span", {}, word(key, { bot })), next);
}

/** Shows the hint that was shown before the page was loaded again. */
export function remind(bot) {
  hint(Number(sessionStorage.getItem("hint") ?? HINTS.length), bot);
}

/** Shows the second hint once pieces can be moved, the third once one can capture, and none after the game. */
export function advance(bot, first) {
  const ready = [".parts button:enabled img", ".parts button.style3:enabled img"][shown];
  const over = `.message:nth-last-child(-n + 3) [data-part$="${first?.over}"]`;
  if (first && document.querySelector(over)) hint(HINTS.length, bot);
  else if (ready && document.querySelector(ready)) hint(shown + 1, bot);
}
