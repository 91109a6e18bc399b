// The page's texts and times, in the language of the speaker.

export const language = { words: {}, locale: "en", ahead: 0 };

/** The text of a key, with `{ $name }` filled in. */
export function word(key, values = {}) {
  const text = language.words[key] ?? key;
  return text.replace(/\{\s*\$([\w-]+)\s*\}/g, (all, name) => values[name] ?? all);
}

/** The present time in the world, in milliseconds. */
export const now = () => Date.now() + language.ahead;

/** An item's translation: `name` or `description`. */
export function localised(item, field = "name") {
  return item[`${field}_localizations`]?.[language.locale] ?? item[field] ?? "";
}

const styles = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** A time, in one of Discord's styles. */
export function moment(ms, style = "f") {
  if (style === "R") return relative(ms);
  return new Intl.DateTimeFormat(language.locale, styles[style] ?? styles.f).format(ms);
}

function relative(ms) {
  const seconds = Math.round((ms - now()) / 1000);
  const units = [
    ["year", 31557600],
    ["month", 2629800],
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ];
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units.at(-1);
  const format = new Intl.RelativeTimeFormat(language.locale, { numeric: "auto" });
  return format.format(Math.round(seconds / size), unit);
}

/** Makes an element: attributes, listeners as `onclick`, and children. */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A button that does something, and submits nothing. */
export const button = (look, act, ...children) =>
  make("button", { type: "button", class: look, onclick: act }, ...children);

/** A button of the composer: a drawing with a name. */
export function tool(look, key, act, face) {
  const node = button(`icon ${look}`, act, face);
  node.title = word(key);
  node.setAttribute("aria-label", word(key));
  return node;
}

/** A drawing of one path. */
export function icon(path, extra = "") {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `drawn ${extra}`);
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** An initial on a colour derived from the name. */
export function avatar(person, size = 40) {
  let hue = 7;
  for (const letter of person.name) hue = (hue * 31 + letter.codePointAt(0) * 47) % 360;
  const node = make("span", { class: "avatar", "aria-hidden": "true" });
  if (person.bot) {
    const picture = make("img", { src: "/page/icon.svg", alt: "" });
    node.append(picture);
  } else {
    node.textContent = [...person.name][0]?.toUpperCase() ?? "?";
    node.style.background = `hsl(${hue} 45% 42%)`;
  }
  node.style.setProperty("--size", `${size}px`);
  return node;
}
