// The subset of Markdown that Discord shows, as elements: no text ever becomes HTML.

import { make, moment, word } from "./words.js";

const FENCE = /^```(?:[\w+-]*\n)?([\s\S]*?)\n?```\n?/;

/** Shows a text; `world` knows people, channels, messages and commands. */
export function markdown(text, world) {
  const out = document.createDocumentFragment();
  let rest = text;
  let lines = [];
  const flush = () => {
    if (lines.length) out.append(...blocks(lines, world));
    lines = [];
  };
  while (rest) {
    const fence = rest.startsWith("```") && FENCE.exec(rest);
    if (fence) {
      flush();
      out.append(make("pre", { tabindex: "0" }, make("code", {}, fence[1])));
      rest = rest.slice(fence[0].length);
      continue;
    }
    // A fence may start within a line.
    const inner = rest.slice(1).search(/```[\s\S]*?```/) + 1;
    const end = rest.indexOf("\n");
    const cut = inner > 0 && (end < 0 || inner < end) ? inner : end < 0 ? rest.length : end;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut === end ? cut + 1 : cut);
  }
  flush();
  order(out);
  return out;
}

/** Numbers the headings of a text from 2, below the page's own, without a gap. */
function order(text) {
  const above = [];
  for (const node of text.querySelectorAll('[role="heading"]')) {
    const size = node.className;
    while (above.at(-1) >= size) above.pop();
    above.push(size);
    node.setAttribute("aria-level", 1 + above.length);
  }
}

function blocks(lines, world) {
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    const small = /^-# +(.+)$/.exec(line);
    if (heading) {
      out.push(make("div", { class: `h${heading[1].length}`, role: "heading" }, inline(heading[2], world)));
      at += 1;
    } else if (small) {
      out.push(make("p", { class: "small" }, inline(small[1], world)));
      at += 1;
    } else if (/^>>> /.test(line)) {
      const inner = [line.slice(4), ...lines.slice(at + 1)];
      out.push(make("blockquote", {}, blocks(inner, world)));
      at = lines.length;
    } else if (/^> ?/.test(line)) {
      const inner = [];
      while (at < lines.length && /^> ?/.test(lines[at])) inner.push(lines[at++].replace(/^> ?/, ""));
      out.push(make("blockquote", {}, blocks(inner, world)));
    } else if (BULLET.test(line)) {
      const [list, next] = listing(lines, at, world);
      out.push(list);
      at = next;
    } else {
      const inner = [lines[at++]];
      while (at < lines.length && !SPECIAL.test(lines[at])) inner.push(lines[at++]);
      // Blank lines between blocks are a gap, as on Discord; at the start and end they are ignored.
      if (inner.some((text) => text.trim()))
        out.push(make("p", {}, inline(inner.join("\n").replace(/^\n+|\n+$/g, ""), world)));
      else if (out.length && at < lines.length) out.push(make("div", { class: "gap" }));
    }
  }
  return out;
}

const BULLET = /^(\s*)(?:([-*])|(\d+)\.) +(.*)$/;
const SPECIAL = /^(#{1,3} +\S|-# +\S|> ?|\s*[-*] +\S|\s*\d+\. +\S)/;

function listing(lines, from, world) {
  const [, indent, , number] = BULLET.exec(lines[from]);
  const depth = indent.length;
  const list = make(number ? "ol" : "ul", number ? { start: number } : {});
  let at = from;
  let last = null;
  while (at < lines.length) {
    const item = BULLET.exec(lines[at]);
    if (!item || item[1].length < depth) break;
    if (item[1].length > depth && last) {
      const [inner, next] = listing(lines, at, world);
      last.append(inner);
      at = next;
      continue;
    }
    if (Boolean(item[3]) !== Boolean(number)) break;
    last = make("li", {}, inline(item[4], world));
    list.append(last);
    at += 1;
  }
  return [list, at];
}

// Each rule: a pattern at the start of the rest, and the element for it.
const RULES = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^``(.+?)``(?!`)/s, (m) => make("code", {}, m[1].trim())],
  [/^`([^`]+)`/, (m) => make("code", {}, m[1])],
  [/^<@!?(\d+)>/, (m, world) => world.mention(m[1])],
  [/^<#(\d+)>/, (m, world) => world.place(m[1])],
  [/^<\/([^:>]+):\d+>/, (m, world) => world.command(m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => stamp(m[0], Number(m[1]) * 1000, m[2])],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, world) => world.link(m[2], inline(m[1], world))],
  [/^<(https?:\/\/[^\s>]+)>/, (m, world) => world.link(m[1])],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]*_~|]/, (m, world) => world.link(m[0])],
  [/^\*\*\*(?=\S)(.+?)\*\*\*/s, (m, world) => make("strong", {}, make("em", {}, inline(m[1], world)))],
  [/^\*\*(?=\S)(.+?)\*\*(?!\*)/s, (m, world) => make("strong", {}, inline(m[1], world))],
  [/^__(?=\S)(.+?)__(?!_)/s, (m, world) => make("u", {}, inline(m[1], world))],
  [/^~~(?=\S)(.+?)~~/s, (m, world) => make("s", {}, inline(m[1], world))],
  [/^\|\|(.+?)\|\|/s, (m, world) => spoiler(inline(m[1], world))],
  [/^\*(?=[^\s*])((?:[^*]|\*\*)+?)\*(?!\*)/s, (m, world) => make("em", {}, inline(m[1], world))],
  [/^_(?=[^\s_])([^_]+)_(?!\w)/s, (m, world) => make("em", {}, inline(m[1], world)), true],
];

function inline(text, world) {
  const out = document.createDocumentFragment();
  let plain = "";
  let rest = text;
  next: while (rest) {
    for (const [pattern, become, alone] of RULES) {
      // An underscore within a word is an underscore.
      if (alone && /\w$/.test(plain)) continue;
      const found = pattern.exec(rest);
      if (found) {
        out.append(plain, become(found, world));
        plain = "";
        rest = rest.slice(found[0].length);
        continue next;
      }
    }
    const letter = String.fromCodePoint(rest.codePointAt(0));
    plain += letter;
    rest = rest.slice(letter.length);
  }
  out.append(plain);
  return out;
}

function stamp(text, ms, style) {
  if (Number.isNaN(new Date(ms).getTime())) return text;
  const attributes = { datetime: new Date(ms).toISOString(), title: moment(ms, "F"), "aria-live": "off" };
  const node = make("time", attributes, moment(ms, style));
  node.dataset.ms = ms;
  node.dataset.style = style ?? "f";
  return node;
}

/** Updates relative times. */
export function tick(root) {
  for (const node of root.querySelectorAll('time[data-style="R"]')) {
    const text = moment(Number(node.dataset.ms), "R");
    if (node.textContent !== text) node.textContent = text;
  }
}

function spoiler(content) {
  const show = (event) => {
    event.currentTarget.classList.add("open");
    event.currentTarget.setAttribute("aria-expanded", "true");
    event.currentTarget.removeAttribute("aria-label");
  };
  return make(
    "button",
    { type: "button", class: "spoiler", "aria-label": word("page-spoiler"), "aria-expanded": "false", onclick: show },
    make("span", {}, content),
  );
}
