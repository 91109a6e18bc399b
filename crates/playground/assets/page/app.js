// The page: the speaker, the channel, and the events.

import { Composer } from "./composer.js";
import { ask } from "./form.js";
import { advance, hint, remind } from "./hints.js";
import { tick } from "./markdown.js";
import { commandName, Log, read } from "./messages.js";
import { change, expect, follow } from "./scroll.js";
import { avatar, button, icon, language, localised, make, tool, word } from "./words.js";

const $ = (id) => document.getElementById(id);

const world = {
  me: "",
  as: "",
  at: sessionStorage.getItem("channel") ?? "",
  hello: null,
  frame: null,
  all: [],
  messages: new Map(),

  person(id) {
    const known = world.hello.people.find((it) => it.id === id);
    return known ?? { id, key: "bot", name: world.hello.bot.name, bot: id === world.hello.bot.id };
  },
  /** The commands available in the present channel: in a server, with the bot, or without it. */
  get commands() {
    const { private: own, outside } = world.channel(world.at) ?? {};
    const context = own ? 1 : outside && !outside.server ? 2 : 0;
    const there = ({ contexts, integration_types: kinds }) =>
      (!contexts || contexts.includes(context)) && (!outside || kinds?.includes(1));
    return world.all.filter(there);
  },
  get typed() {
    return world.commands.filter((it) => it.type === 1);
  },
  /** The menu of a person, as after a long press on their name. */
  menu(person) {
    const dialog = $("apps");
    const use = (it) => {
      dialog.close();
      world.act("use", { command: it.name, whom: person.id });
    };
    const offered = world.commands.filter((it) => it.type === 2);
    dialog.replaceChildren(
      make("h2", {}, person.name),
      ...offered.map((it) => button("button style2", () => use(it), localised(it))),
      button("linklike", () => dialog.close(), word("page-close")),
    );
    dialog.showModal();
  },
  channel: (id) => world.frame?.channels.find((it) => it.id === id),
  message: (id) => world.messages.get(id),
  emoji: (id) => world.frame?.emojis[id],

  mention(id) {
    const mine = id === world.me;
    return make("span", { class: mine ? "mention me" : "mention" }, `@${world.person(id).name}`);
  },
  place(id) {
    const channel = world.channel(id);
    if (!channel) return make("span", { class: "mention" }, `#${id}`);
    return button("mention", () => world.go(id), `#${channel.name}`);
  },
  command(name) {
    const steps = path(name.split(" "));
    if (!steps) return make("span", { class: "mention" }, `/${name}`);
    return button("mention", () => composer.pick(steps), commandName(steps));
  },
  link(url, content) {
    const inside = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/.exec(url);
    if (inside && world.channel(inside[1])) {
      const [, channel, message] = inside;
      const text = content ?? [
        `#${world.channel(channel).name}`,
        message && " › ",
        message && icon("M4 5h16v11H9l-5 4z", "small"),
      ];
      return button("mention", () => world.go(channel, message), text);
    }
    return make("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, content ?? url);
  },

  /** Shows a channel, and a message in it. */
  go(channel, message) {
    if (channel !== world.at && world.channel(channel)) {
      world.at = channel;
      sessionStorage.setItem("channel", channel);
      failsafe();
      render({ jump: !message });
    }
    drawer(false);
    const node = message && $(`m${message}`);
    if (!node) return;
    node.scrollIntoView({ block: "center", behavior: calm() ? "auto" : "smooth" });
    node.classList.add("flash");
    node.focus({ preventScroll: true });
    setTimeout(() => node.classList.remove("flash"), 2000);
  },

  refresh: () => render({}),

  /** Sends an act; returns the error, translated, and the message that answers it. */
  async act(deed, values = {}, channel = world.at) {
    const result = await send(deed, values, channel);
    if (result.form) ask(world, result.form, channel);
    if (result.message) expect(result.message, values.message);
    return { wrong: result.error ?? null, answer: result.message ?? null };
  },

  follow,

  enlarge(path, description) {
    const dialog = $("picture");
    open(
      dialog,
      tool("", "page-close", () => dialog.close(), icon("M6 6l12 12M18 6L6 18")),
      make("img", { src: path, alt: description ?? "" }),
      description ? make("p", { tabindex: "0" }, description) : "",
    );
  },
};

/** Shows a dialog, which a press beside it closes. */
function open(dialog, ...children) {
  dialog.replaceChildren(...children);
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.showModal();
}

/** Sends an act to the playground, and waits for the result. */
async function send(deed, values, channel) {
  try {
    const response = await fetch("/page/act", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ do: deed, as: world.as, channel, ...values }),
    });
    if (response.ok) return await response.json();
    if (response.status === 409) {
      const refused = await response.json();
      return { error: word(refused.word, { name: world.hello.bot.name, detail: refused.detail }), refused };
    }
  } catch {
    // The connection is lost; the text below says so.
  }
  return { error: word("page-lost") };
}

/** The steps of a command's name: the command and its sub-commands. */
function path(names) {
  const steps = [];
  let level = world.typed;
  for (const name of names) {
    const found = level.find((it) => it.name === name);
    if (!found) return null;
    steps.push(found);
    level = found.options ?? [];
  }
  return level.some((it) => it.type <= 2) ? null : steps;
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const log = new Log($("messages"), world);
const composer = new Composer(world, send);

// ── The speaker ──────────────────────────────────────────────────────────────────────────

let source = null;

/** Speaks as a person; without a key, as one with the language of the browser. */
function speakAs(key) {
  world.as = key;
  source?.close();
  source = new EventSource(`/page/events?as=${encodeURIComponent(key)}`);
  source.onmessage = (event) => {
    lost(false);
    hear(JSON.parse(event.data));
  };
  source.onerror = () => {
    lost(true);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => speakAs(world.as), 2000);
  };
}

function remember(key) {
  world.as = key;
  sessionStorage.setItem("as", key);
  const address = new URL(location.href);
  address.searchParams.set("as", key);
  history.replaceState(null, "", address);
}

function hear(news) {
  const first = Boolean(news.hello);
  if (first) {
    world.hello = news.hello;
    world.me = news.hello.me;
    const me = world.person(world.me);
    remember(me.key);
    language.words = news.hello.words;
    language.locale = me.locale;
    document.documentElement.lang = me.locale;
    document.documentElement.dir = /^(ar|he)/.test(me.locale) ? "rtl" : "ltr";
    world.messages.clear();
    log.clear();
    settle();
  }
  if (news.frame) {
    world.frame = news.frame;
    language.ahead = news.frame.ahead;
    for (const channel of world.frame.channels) channel.name = called(channel);
  }
  if (news.commands)
    world.all = news.commands.sort((a, b) => localised(a).localeCompare(localised(b), language.locale));
  for (const id of news.gone ?? []) world.messages.delete(id);
  for (const message of news.messages ?? []) world.messages.set(message.id, read(message));
  failsafe();
  if (first) composer.text();
  if (first) remind(world.hello.bot.name);
  render({ jump: first });
  advance(world.hello.bot.name, world.hello.first);
}

/** The name of a channel: a conversation is named after the others in it. */
function called({ name, outside }) {
  if (!outside) return name;
  return outside.server
    ? word("page-other-server", { channel: name })
    : outside.others.map((id) => world.person(id).name).join(", ");
}

/** Makes sure that the present channel exists. */
function failsafe() {
  if (!world.channel(world.at)) world.at = world.frame.channels[0].id;
}

/** Shows everything that depends only on the language. */
function settle() {
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  for (const node of document.querySelectorAll("[data-label]"))
    node.setAttribute("aria-label", word(node.dataset.label));
  for (const node of document.querySelectorAll("button[data-label]")) node.title = word(node.dataset.label);
  $("guild").textContent = world.hello.guild.name;
  $("time").hidden = !world.hello.skip;
}

// ── Showing ──────────────────────────────────────────────────────────────────────────────

function render({ jump }) {
  if (!world.frame) return;
  const here = [...world.messages.values()].filter((it) => it.channel === world.at);
  here.sort((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
  const grew = here.length > log.list.querySelectorAll(".message").length;
  people();
  channels();
  const place = world.channel(world.at);
  $("place").replaceChildren(mark(place), make("span", { class: "who" }, place.name));
  $("away").hidden = world.frame.online;
  $("away").textContent = word("page-away", { name: world.hello.bot.name });
  const ahead = Math.round(world.frame.ahead / 3600e3);
  $("ahead").hidden = !ahead;
  $("ahead").textContent = word("page-ahead", { hours: ahead });
  change(
    () => {
      welcome(here.length === 0);
      log.show(here);
    },
    { jump, grew },
  );
  if (!here.length) $("scroll").scrollTop = 0;
  composer.render();
  look();
}

function mark(place) {
  if (place.outside && !place.outside.server) return avatar(world.person(place.outside.others[0]), 20);
  if (place.private) return avatar({ name: place.name, bot: true }, 20);
  return place.parent
    ? icon("M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4", "small")
    : make("span", { class: "hash", "aria-hidden": "true" }, "#");
}

function people() {
  const list = $("people");
  const focused = list.contains(document.activeElement);
  const pills = world.hello.people.map((person) => {
    const calls = Object.values(world.frame.unread[person.key] ?? {}).reduce((sum, count) => sum + count, 0);
    const me = person.id === world.me;
    const title = new Intl.DisplayNames(language.locale, { type: "language" }).of(person.locale);
    return make(
      "button",
      {
        type: "button",
        role: "radio",
        class: "pill",
        "aria-checked": me ? "true" : "false",
        tabindex: me ? "0" : "-1",
        title,
        onclick: () => me || speakAs(person.key),
      },
      avatar(person, 24),
      make("span", { class: "who" }, person.name),
      make("span", { class: "tongue", "aria-hidden": "true" }, person.locale),
      !me &&
        calls > 0 &&
        make("span", { class: "badge", "aria-label": word("page-calls", { count: calls }) }, String(calls)),
    );
  });
  list.replaceChildren(...pills);
  if (focused) list.querySelector('[aria-checked="true"]').focus();
}

$("people").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = world.hello.people;
  const at = all.findIndex((it) => it.id === world.me);
  speakAs(all[(at + step + all.length) % all.length].key);
});

function channels() {
  const calls = world.frame.unread[world.as] ?? {};
  const entry = (channel) =>
    make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          class: "channel",
          "data-channel": channel.id,
          "aria-current": channel.id === world.at ? "page" : null,
          onclick: () => world.go(channel.id),
        },
        mark(channel),
        make("span", { class: "who" }, channel.name),
        channel.archived && make("small", {}, word("page-archived")),
        calls[channel.id] &&
          make(
            "span",
            { class: "badge", "aria-label": word("page-calls", { count: calls[channel.id] }) },
            String(calls[channel.id]),
          ),
      ),
      threads(channel.id),
    );
  const threads = (parent) => {
    const below = world.frame.channels.filter((it) => it.parent === parent && (!it.archived || it.id === world.at));
    return below.length ? make("ul", {}, below.map(entry)) : null;
  };
  const top = world.frame.channels.filter((it) => !it.parent && !it.outside);
  const outside = world.frame.channels.filter((it) => it.outside);
  const heading = outside.length
    ? [make("h2", {}, word("page-outside", { bot: world.hello.bot.name })), make("ul", {}, outside.map(entry))]
    : [];
  const list = $("channels");
  const focused = list.contains(document.activeElement) && document.activeElement.dataset.channel;
  list.replaceChildren(make("ul", {}, top.map(entry)), ...heading);
  if (focused) list.querySelector(`[data-channel="${focused}"]`)?.focus({ preventScroll: true });
}

/** Marks visible messages as read. */
function look() {
  const calls = world.frame.unread[world.as] ?? {};
  if (calls[world.at] && document.visibilityState === "visible") send("read", {}, world.at);
  const count = Object.values(calls).reduce((sum, it) => sum + it, 0);
  document.title = `${count ? `(${count}) ` : ""}${world.hello.guild.name} · ${world.person(world.me).name}`;
}
document.addEventListener("visibilitychange", () => world.frame && look());

// ── First steps, and help ────────────────────────────────────────────────────────────────

function starters() {
  const wanted = ["play", "challenge", "help"].map((name) => path([name])).filter(Boolean);
  const others = () => world.typed.slice(0, 2).map((it) => path([it.name]));
  const first = wanted.length ? wanted : others().filter(Boolean);
  return first.map((steps) => button("button style1", () => composer.pick(steps), commandName(steps)));
}

function steps() {
  const values = { name: world.person(world.me).name, bot: world.hello.bot.name };
  return make(
    "ol",
    { class: "steps" },
    ["page-step-command", "page-step-answer", "page-step-play", "page-step-private"].map((key) =>
      make("li", {}, word(key, values)),
    ),
  );
}

/** The button that starts a first game. */
function beginner({ path: names }) {
  const begin = async ({ target }) => {
    target.disabled = true;
    const { wrong } = await world.act("command", { path: names, options: [] });
    target.disabled = false;
    composer.fail(wrong);
    if (!wrong) hint(0, world.hello.bot.name);
  };
  return button("button style3", begin, word("page-play-now"));
}

let welcomed = "";

function welcome(empty) {
  const box = $("welcome");
  box.hidden = !empty;
  const key = JSON.stringify([world.as, world.at, world.commands.length]);
  if (!empty || welcomed === key) return;
  welcomed = key;
  const plain = world.channel(world.at).id !== world.frame.channels[0].id;
  box.replaceChildren(
    make("img", { src: "/page/icon.svg", alt: "", width: 72, height: 72 }),
    make(
      "h2",
      {},
      plain
        ? word("page-empty", { channel: world.channel(world.at).name })
        : word("page-welcome", { name: world.hello.guild.name }),
    ),
    plain ? "" : make("p", {}, word("page-welcome-text", { bot: world.hello.bot.name })),
    plain ? "" : make("p", {}, word("page-goal")),
    make("div", { class: "parts" }, !plain && world.hello.first ? beginner(world.hello.first) : "", starters()),
    plain ? "" : steps(),
  );
}

$("help").addEventListener("click", () => {
  const dialog = $("howto");
  const keys = make(
    "dl",
    {},
    [
      ["/", "page-key-slash"],
      ["Tab", "page-key-tab"],
      ["Enter", "page-key-enter"],
      ["Esc", "page-key-escape"],
    ].flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, word(text))]),
  );
  const close = button("button style1", () => dialog.close(), word("page-close"));
  open(
    dialog,
    make("h2", { tabindex: "-1", autofocus: true }, word("page-how-to")),
    steps(),
    make("p", {}, word("page-two-tabs")),
    keys,
    make("div", { class: "foot" }, close),
  );
});

// ── The frame around ─────────────────────────────────────────────────────────────────────

function drawer(open) {
  document.body.classList.toggle("drawn-out", open);
  $("shade").hidden = !open;
  $("menu").setAttribute("aria-expanded", String(open));
  if (open) $("channels").querySelector('[aria-current="page"]')?.focus();
}

function lost(gone) {
  document.body.classList.toggle("lost", gone);
  if (!gone || !world.hello) return;
  $("away").hidden = false;
  $("away").textContent = word("page-lost");
}

$("menu").addEventListener("click", () => drawer(!document.body.classList.contains("drawn-out")));
$("shade").addEventListener("click", () => drawer(false));
$("faults").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.elements.text;
  const { error } = await send("fault", { text: field.value }, world.at);
  field.setCustomValidity(error ?? "");
  field.reportValidity();
});
// A field that is wrong could not be submitted again.
$("faults").addEventListener("input", (event) => event.target.setCustomValidity(""));
for (const node of document.querySelectorAll("[data-skip]")) {
  node.addEventListener("click", () => send("skip", { seconds: Number(node.dataset.skip) }, world.at));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("drawn-out")) drawer(false);
  // Typing anywhere goes to the composer, as on Discord.
  const idle = document.activeElement === document.body || document.activeElement === $("scroll");
  if (idle && event.key === "/" && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    composer.start("/");
  }
});
setInterval(() => tick(document), 1000);

speakAs(new URL(location.href).searchParams.get("as") ?? sessionStorage.getItem("as") ?? "");
