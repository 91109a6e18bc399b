// Messages: their frame, their text, their pictures, buttons and menus.

import { markdown } from "./markdown.js";
import { avatar, button, icon, language, localised, make, moment, now, word } from "./words.js";

/** The pending act: message and part. */
const busy = new Set();
/** Errors, by message. */
const failures = new Map();

/** A message in Discord's format, with what the page needs. */
export function read(message) {
  const flag = (bit) => Boolean(message.flags & (1 << bit));
  const texts = message.components
    .flatMap((part) => [part, ...(part.components ?? [])])
    .filter((part) => part.type === 10)
    .map((part) => part.content);
  return {
    ...message,
    modern: flag(15),
    private: flag(6),
    loading: flag(7),
    channel: message.channel_id,
    author: message.author.id,
    content: flag(15) ? texts.join("\n") : message.content,
    created: Date.parse(message.timestamp),
    edited: message.edited_timestamp && Date.parse(message.edited_timestamp),
    cause: message.interaction_metadata,
    reference: message.message_reference?.message_id,
    mentions: message.mentions.map((person) => person.id),
    thread: message.thread?.id,
  };
}

/** Shows messages in a list, and keeps the nodes of those that did not change. */
export class Log {
  constructor(list, world) {
    this.list = list;
    this.world = world;
    this.nodes = new Map();
    /** The last act on a message, until the focus has moved on. */
    this.goal = null;
  }

  /** Drops all nodes, because the language or the viewer has changed. */
  clear() {
    this.nodes.clear();
    this.list.replaceChildren();
  }

  show(messages) {
    const wanted = [];
    const kept = new Map();
    let before = null;
    for (const message of messages) {
      const day = !before || !sameDay(before.created, message.created);
      const grouped =
        !day &&
        before.author === message.author &&
        !message.cause &&
        !message.reference &&
        Boolean(before.private) === Boolean(message.private) &&
        message.created - before.created < 7 * 60e3;
      if (day) wanted.push(this.keep(kept, `day-${message.id}`, "", () => divider(message.created)));
      const state = JSON.stringify([
        message,
        grouped,
        [...busy].filter((it) => it.startsWith(message.id)),
        failures.get(message.id),
      ]);
      wanted.push(this.keep(kept, message.id, state, () => this.message(message, grouped)));
      before = message;
    }
    this.nodes = kept;
    // Moving unchanged nodes would close open menus in them, so only apply differences.
    wanted.forEach((node, at) => {
      if (this.list.children[at] !== node) this.list.insertBefore(node, this.list.children[at] ?? null);
    });
    while (this.list.children.length > wanted.length) this.list.lastElementChild.remove();
    if (this.goal) this.proceed();
  }

  keep(kept, id, state, build) {
    const old = this.nodes.get(id);
    const entry = old && old.state === state ? old : { state, node: build() };
    if (old && old !== entry && old.node.isConnected) old.node.replaceWith(entry.node);
    kept.set(id, entry);
    return entry.node;
  }

  message(message, grouped) {
    const { world } = this;
    const author = world.person(message.author);
    const forMe = !message.private && message.mentions.includes(world.me);
    const classes = ["message", grouped && "grouped", message.private && "private", forMe && "forme"];
    const node = make("li", { class: classes.filter(Boolean).join(" "), id: `m${message.id}`, tabindex: "-1" });
    node.append(...this.before(message));
    const time = make(
      "time",
      { datetime: new Date(message.created).toISOString(), title: moment(message.created, "F") },
      shortTime(message.created),
    );
    const head = make(
      "div",
      { class: "head" },
      button("name", () => world.menu(author), author.name),
      author.bot && make("span", { class: "tag" }, word("page-bot")),
      time,
    );
    const body = make("div", { class: "body" });
    body.append(head);
    if (message.loading) {
      const dots = make("span", { class: "dots", "aria-hidden": "true" });
      body.append(make("p", { class: "thinking" }, dots, word("page-thinking", { name: author.name })));
    } else if (message.modern) {
      body.append(...message.components.map((part) => this.part(message, part)));
    } else {
      const text = make("div", { class: "text" }, markdown(message.content, world));
      if (message.edited) {
        const last = text.lastElementChild?.tagName === "P" ? text.lastElementChild : text;
        last.append(" ", make("span", { class: "edited", title: moment(message.edited, "F") }, word("page-edited")));
      }
      body.append(text);
      body.append(...message.attachments.map((file) => this.file(file)));
      body.append(...message.embeds.map((embed) => this.embed(embed)));
      body.append(...(message.components ?? []).map((row) => this.row(message, row)));
    }
    if (failures.has(message.id)) body.append(make("p", { class: "failure", role: "alert" }, failures.get(message.id)));
    if (message.thread && world.channel(message.thread)) body.append(this.thread(message.thread));
    if (message.private) {
      const eye = icon("M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z", "small");
      const dismiss = () => world.act("dismiss", { message: message.id });
      const only = make("span", {}, eye, ` ${word("page-only-you")}`);
      body.append(make("p", { class: "only" }, only, button("linklike", dismiss, word("page-dismiss"))));
    }
    node.append(avatar(author), body);
    return node;
  }

  /** A part of a message of components only. */
  part(message, part) {
    const named = (media) => message.attachments.find((file) => file.url === media.url);
    const gallery = (files) =>
      make(
        "div",
        { class: "gallery" },
        files.map((file) => this.file(file)),
      );
    if (part.type === 10) return make("div", { class: "text" }, markdown(part.content, this.world));
    if (part.type === 9) {
      const texts = part.components.map((it) => this.part(message, it));
      return make("div", { class: "section" }, make("div", {}, texts), this.button(message, part.accessory));
    }
    if (part.type === 12)
      return gallery(part.items.map((item) => ({ ...named(item.media), description: item.description })));
    if (part.type === 13) return gallery([named(part.file)]);
    return this.row(message, part);
  }

  /** A picture on a button or a choice. */
  emoji(emoji, named) {
    const image = emoji.id && this.world.emoji(emoji.id);
    if (image) return make("img", { class: "emoji", src: image, alt: named ? "" : emoji.name, draggable: "false" });
    return make("span", { class: "emoji", "aria-hidden": named ? "true" : null }, emoji.name);
  }

  /** The line above: the command or the message that this answers. */
  before(message) {
    const { world } = this;
    const { cause, reference } = message;
    if (cause?.type === 2) {
      const person = world.person(cause.user.id);
      return this.cause(person, ` ${word("page-used")} `, world.command(cause.name));
    }
    const origin = reference && world.message(reference);
    if (!origin) return [];
    const who = world.person(origin.author);
    const text =
      origin.content
        .replace(/<@!?(\d+)>/g, (_, id) => `@${world.person(id).name}`)
        .replace(/[*_`#>~|]|<[^>]*>/g, "")
        .trim()
        .split("\n")[0]
        .slice(0, 80) || word("page-picture");
    return this.cause(
      who,
      button("linklike quietly", () => world.go(message.channel, reference), text),
    );
  }

  cause(person, ...what) {
    return [make("p", { class: "cause" }, avatar(person, 16), make("b", {}, person.name), ...what)];
  }

  file(file) {
    const path = new URL(file.url).pathname;
    if (!file.content_type.startsWith("image/")) {
      return make(
        "a",
        { class: "file", href: path, download: file.filename },
        icon("M6 3h8l4 4v14H6zM14 3v4h4"),
        make("span", {}, file.filename),
        make("small", {}, bytes(file.size)),
      );
    }
    const picture = make("img", {
      src: path,
      alt: file.description ?? "",
      width: file.width,
      height: file.height,
      decoding: "async",
    });
    const shot = button("shot", () => this.world.enlarge(path, file.description), picture);
    shot.title = word("page-open-picture");
    // Reserve the space before the picture is loaded, so that nothing moves.
    shot.style.setProperty("--w", file.width ?? 440);
    shot.style.setProperty("--h", file.height ?? 440);
    return shot;
  }

  embed(embed) {
    const text = make("div", { class: "text" }, markdown(embed.description, this.world));
    return make("div", { class: "embed" }, text);
  }

  thread(id) {
    const thread = this.world.channel(id);
    return button(
      "thread",
      () => this.world.go(id),
      icon("M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4"),
      make("b", {}, thread.name),
      make("span", {}, word(thread.archived ? "page-archived" : "page-open-thread")),
    );
  }

  row(message, row) {
    const parts = (row.components ?? []).map((part) =>
      [3, 8].includes(part.type) ? this.menu(message, this.offering(part)) : this.button(message, part),
    );
    return make("div", { class: "parts" }, parts);
  }

  button(message, part) {
    const face = [part.emoji && this.emoji(part.emoji, part.label), part.label];
    if (part.style === 5) {
      const link = this.world.link(part.url, face);
      link.className = "button style2";
      link.append(icon("M14 4h6v6M20 4l-9 9M18 14v6H4V6h6"));
      return link;
    }
    const key = `${message.id} ${part.custom_id}`;
    const waiting = busy.has(key);
    const locked = [...busy].some((it) => it.startsWith(message.id));
    const press = () => this.use(message, part, "press", { message: message.id, part: part.custom_id });
    // Such as the name of a square.
    const short = !part.emoji && part.label?.length < 3 ? " short" : "";
    return make(
      "button",
      {
        type: "button",
        class: `button style${part.style}${short}`,
        "data-part": part.custom_id,
        disabled: part.disabled || (locked && !waiting),
        "aria-busy": waiting ? "true" : null,
        onclick: waiting ? undefined : press,
      },
      face,
    );
  }

  /** Acts on a message; its parts are disabled until the answer. */
  async use(message, part, deed, values) {
    const key = `${message.id} ${part.custom_id}`;
    const known = new Set(parts(message.components).map((it) => it.custom_id));
    busy.add(key);
    failures.delete(message.id);
    this.world.refresh();
    const { wrong, answer } = await this.world.act(deed, values, message.channel);
    busy.delete(key);
    if (wrong) failures.set(message.id, wrong);
    this.goal = { part, known, message, answer };
    this.world.refresh();
  }

  /** After a choice with the keyboard, focuses the next part when it is shown. */
  proceed() {
    const { part, known, message, answer } = this.goal;
    const elsewhere = answer !== null && answer !== message.id;
    const now = this.world.message(answer ?? message.id);
    const changed = JSON.stringify(now) !== JSON.stringify(message);
    // The answer may have arrived before it is shown.
    if (answer !== null && (!now || !changed)) return;
    const node = now && document.getElementById(`m${now.id}`);
    this.goal = null;
    if (document.activeElement !== document.body || !node) return;
    const live = [...node.querySelectorAll("[data-part]:not(:disabled)")];
    const fresh = live.filter((it) => elsewhere || !known.has(it.dataset.part));
    const same = live.find((it) => it.dataset.part === part.custom_id || (part.label && it.textContent === part.label));
    // A button that stays keeps the focus, as in a replay; a choice moves it to the next one.
    const next = (part.type === 2 && !elsewhere && same) || (changed || elsewhere ? (fresh[0] ?? live[0]) : same);
    (next ?? node).focus({ preventScroll: !elsewhere });
  }

  /** The options of a menu of channels are the server's channels. */
  offering(part) {
    if (part.type !== 8) return part;
    const chosen = new Set((part.default_values ?? []).map((it) => it.id));
    const open = this.world.frame.channels.filter((it) => !it.parent && !it.private && !it.outside);
    return { ...part, options: open.map((it) => ({ label: `#${it.name}`, value: it.id, default: chosen.has(it.id) })) };
  }

  menu(message, part) {
    const key = `${message.id} ${part.custom_id}`;
    const several = part.max_values > 1;
    const chosen = new Set(part.options.filter((it) => it.default).map((it) => it.value));
    const labels = part.options.filter((it) => it.default).map((it) => it.label);
    const face = make("span", { class: "chosen" }, labels.join(", ") || part.placeholder || word("page-choose"));
    if (!chosen.size) face.classList.add("empty");
    const waiting = busy.has(key);
    const opener = make(
      "button",
      {
        type: "button",
        class: "opener",
        "data-part": part.custom_id,
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        disabled: part.disabled || waiting,
        "aria-busy": waiting ? "true" : null,
      },
      face,
      icon("M6 9l6 6 6-6"),
    );
    const list = make("div", {
      class: "options",
      role: "listbox",
      "aria-multiselectable": several ? "true" : null,
      "aria-label": part.placeholder || word("page-choose"),
    });
    const panel = make("div", { class: "panel", hidden: true }, list);
    const send = (values) => {
      close();
      this.use(message, part, "select", { message: message.id, part: part.custom_id, values });
    };
    const done = button("button style1", () => send([...chosen]));
    const mark = () => {
      for (const node of list.children)
        node.setAttribute("aria-selected", chosen.has(node.dataset.value) ? "true" : "false");
      done.disabled = chosen.size < part.min_values || chosen.size > part.max_values;
      done.textContent = `${word("page-done")} (${chosen.size}/${part.max_values})`;
    };
    for (const option of part.options) {
      const pick = () => {
        if (!several) return send([option.value]);
        if (chosen.has(option.value)) chosen.delete(option.value);
        else if (chosen.size < part.max_values) chosen.add(option.value);
        mark();
      };
      const description = option.description && make("small", {}, option.description);
      list.append(
        make(
          "button",
          { type: "button", role: "option", class: "option", "data-value": option.value, onclick: pick },
          option.emoji && this.emoji(option.emoji, true),
          make("span", { class: "words" }, make("span", {}, option.label), description),
          make("span", { class: "tick", "aria-hidden": "true" }),
        ),
      );
    }
    if (several) panel.append(make("div", { class: "foot" }, done));
    mark();
    const outside = (event) => {
      if (!menu.contains(event.target)) close();
    };
    const close = () => {
      panel.hidden = true;
      opener.setAttribute("aria-expanded", "false");
      document.removeEventListener("pointerdown", outside);
    };
    const open = () => {
      panel.hidden = false;
      opener.setAttribute("aria-expanded", "true");
      document.addEventListener("pointerdown", outside);
      (list.querySelector('[aria-selected="true"]') ?? list.firstElementChild)?.focus();
      panel.scrollIntoView({ block: "nearest" });
    };
    opener.addEventListener("click", () => (panel.hidden ? open() : close()));
    const menu = make("div", { class: "menu" }, opener, panel);
    menu.addEventListener("keydown", (event) => {
      if (panel.hidden) return;
      const nodes = [...panel.querySelectorAll("button:not(:disabled)")];
      const at = nodes.indexOf(document.activeElement);
      const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: nodes.length - 1 };
      if (event.key in steps) {
        event.preventDefault();
        nodes[Math.max(0, Math.min(nodes.length - 1, steps[event.key]))]?.focus();
      } else if (event.key === "Escape") {
        event.stopPropagation();
        close();
        opener.focus();
      }
    });
    return menu;
  }
}

/** The buttons and menus of a message. */
const parts = (rows) => (rows ?? []).flatMap((row) => [...(row.components ?? []), row.accessory ?? []].flat());

/** The size of a file, as text. */
function bytes(size) {
  const [value, unit] =
    size < 1024 ? [size, "byte"] : size < 1024 ** 2 ? [size / 1024, "kilobyte"] : [size / 1024 ** 2, "megabyte"];
  return new Intl.NumberFormat(language.locale, {
    style: "unit",
    unit,
    unitDisplay: unit === "byte" ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(value);
}

const sameDay = (one, other) => new Date(one).toDateString() === new Date(other).toDateString();

function divider(ms) {
  return make("li", { class: "day" }, make("span", {}, moment(ms, "D")));
}

function shortTime(ms) {
  return sameDay(ms, now())
    ? moment(ms, "t")
    : new Intl.DateTimeFormat(language.locale, { dateStyle: "short", timeStyle: "short" }).format(ms);
}

/** A command's names, as words of a line. */
export function commandName(steps) {
  return `/${steps.map((step) => localised(step)).join(" ")}`;
}
