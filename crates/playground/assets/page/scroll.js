// What is in view: the newest messages, unless one reads older ones, and what one is about to press.

const scroll = document.getElementById("scroll");
const newest = document.getElementById("newest");

/** Whether the newest messages are shown as they arrive. */
let following = true;
/** Where the page itself has scrolled to. */
let placed = 0;
/** The message that answered last. */
let answer = null;

const rows = () => [...document.querySelectorAll(`#m${answer} .parts`)];
const atEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;

/** Whether the parts of the last answer are in view, or came below it just now. */
function awaited() {
  const box = scroll.getBoundingClientRect();
  return rows()
    .map((row) => row.getBoundingClientRect())
    .some(({ top, bottom }) => bottom > box.top && (following || top < box.bottom));
}

/** Goes to the newest messages, but does not push away the parts of the last answer. */
function place() {
  const held = awaited();
  if (following && scroll.querySelector(".message")) scroll.scrollTop = scroll.scrollHeight;
  // The first row counts most, where not all fit.
  if (held) for (const row of [rows().at(-1), rows()[0]]) row.scrollIntoView({ block: "nearest" });
  placed = scroll.scrollTop;
}

/** Shows other messages. `jump` goes to the newest. */
export function change(show, { jump, grew }) {
  const pressed = awaited();
  show();
  // What was pressed is done, and something new comes.
  if (jump || (pressed && !rows().length)) following = true;
  place();
  newest.hidden = atEnd() || (!grew && newest.hidden);
}

/** Goes to the newest messages, and stays there as more arrive. */
export function follow() {
  expect(null);
}

/** Keeps the message in view that answers what was done with another one. */
export function expect(message, other) {
  answer = message;
  if (message === other) return;
  following = true;
  place();
  newest.hidden = atEnd();
}

newest.addEventListener("click", follow);
scroll.addEventListener(
  "scroll",
  () => {
    if (Math.abs(scroll.scrollTop - placed) > 1) {
      following = atEnd();
      // Who reads something else is not led back.
      if (!following) answer = null;
    }
    if (atEnd()) newest.hidden = true;
  },
  { passive: true },
);
new ResizeObserver(place).observe(scroll);
