// The input: a line of text, or a command with its options.

import { commandName } from "./messages.js";
import { BOOLEAN, INTEGER, problem, STRING, USER } from "./options.js";
import { avatar, button, icon, localised, make, tool, word } from "./words.js";

const $ = (id) => document.getElementById(id);
const TYPING = 250;

/** The attributes of an input with a list of suggestions. */
const COMBOBOX = {
  type: "text",
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  "aria-controls": "popup-list",
  enterkeyhint: "send",
  spellcheck: "false",
};

export class Composer {
  constructor(world, send) {
    this.world = world;
    this.send = send;
    this.popup = null;
    this.sending = false;
    this.asked = 0;
    this.form = $("composer");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.form.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", (event) => {
      if (!this.form.contains(event.target)) this.close();
    });
    this.text();
  }

  /** Follows changes of the world without disturbing the input. */
  render() {
    this.form.classList.toggle("sending", this.sending);
  }

  // ── A line of text ─────────────────────────────────────────────────────────────────────

  /** Starts again, for another speaker or another language, or after a command. */
  text() {
    this.steps = null;
    this.fields = [];
    this.close();
    this.fail(null);
    this.box = make("input", {
      id: "box",
      ...COMBOBOX,
      maxlength: 2000,
      "aria-label": word("page-message"),
      placeholder: word("page-write"),
      oninput: () => this.typed(),
      onfocus: () => this.typed(),
    });
    $("line").replaceChildren(
      tool("slash", "page-commands", () => this.start("/"), "/"),
      this.box,
      this.arrow(),
    );
    if (this.world.frame) this.render();
  }

  arrow() {
    return make(
      "button",
      { class: "icon arrow", "aria-label": word("page-send"), title: word("page-send") },
      icon("M4 12l16-8-6 16-3-7z"),
    );
  }

  start(content) {
    if (this.steps) this.text();
    this.box.value = content;
    this.box.focus();
    this.typed();
  }

  typed() {
    this.fail(null);
    const line = this.box.value.trimStart();
    if (!line.startsWith("/")) return this.close();
    const wanted = line.slice(1).toLowerCase().trim();
    // A whole name and a space picks the command, as on Discord.
    const exact = line.endsWith(" ") && this.all().find(({ words }) => words.includes(wanted));
    if (exact) return this.pick(exact.steps);
    const fits = this.all().filter(({ words }) => words.some((it) => it.includes(wanted)));
    const begins = (it) => (it.words.some((name) => name.startsWith(wanted)) ? 0 : 1);
    fits.sort((a, b) => begins(a) - begins(b));
    this.open(
      word("page-commands"),
      fits.map(({ steps }) => ({
        face: [make("b", {}, commandName(steps)), make("small", {}, localised(steps.at(-1), "description"))],
        pick: () => this.pick(steps),
      })),
      this.box,
      word("page-no-command"),
    );
  }

  /** Every command, with all its names. */
  all() {
    const flat = (steps) => {
      const below = (steps.at(-1).options ?? []).filter((it) => it.type <= 2);
      return below.length ? below.flatMap((it) => flat([...steps, it])) : [steps];
    };
    return this.world.typed
      .flatMap((command) => flat([command]))
      .map((steps) => ({
        steps,
        words: [commandName(steps).slice(1).toLowerCase(), steps.map((it) => it.name).join(" ")],
      }));
  }

  // ── A command ──────────────────────────────────────────────────────────────────────────

  /** Picks a command: shows its required options; the others can be added. */
  pick(steps) {
    this.steps = steps;
    this.fields = [];
    this.fail(null);
    this.options = steps.at(-1).options ?? [];
    this.rest = make("span", { class: "rest" });
    this.holder = make("span", { class: "fields" });
    $("line").replaceChildren(
      tool("cancel", "page-cancel", () => this.cancel(), icon("M6 6l12 12M18 6L6 18")),
      make("div", { class: "command" }, make("span", { class: "verb" }, commandName(steps)), this.holder, this.rest),
      this.arrow(),
    );
    const required = this.options.filter((it) => it.required);
    for (const option of required.length ? required : this.options.slice(0, 1)) this.add(option);
    this.offer();
    if (this.fields.length) this.fields[0].input.focus();
    else this.idle();
  }

  /** Without a field, the command itself handles keys. */
  idle() {
    this.close();
    (this.rest.querySelector("button") ?? this.form.querySelector(".arrow")).focus();
    if (!this.options.length) this.form.querySelector(".arrow").focus();
  }

  cancel() {
    this.text();
    this.box.focus();
    this.close();
  }

  /** The options that can still be added. */
  offer() {
    const left = this.options.filter((it) => !this.fields.some((field) => field.option === it));
    this.rest.replaceChildren(
      ...left.map((option) => {
        const more = button("more", () => this.add(option).input.focus(), `+ ${localised(option)}`);
        more.title = localised(option, "description");
        return more;
      }),
    );
  }

  add(option) {
    const name = localised(option);
    const field = { option, value: null };
    field.input = make("input", {
      ...COMBOBOX,
      "aria-label": `${name}: ${localised(option, "description")}`,
      "aria-required": option.required ? "true" : null,
      inputmode: option.type === INTEGER ? "numeric" : null,
      maxlength: option.type === STRING ? (option.max_length ?? 6000) : null,
      autocomplete: "off",
      size: 4,
      oninput: () => {
        field.value = null;
        this.measure(field);
        if (!this.named(field)) this.suggest(field);
      },
      onfocus: () => this.suggest(field),
    });
    field.node = make("label", { class: "field" }, make("span", { class: "label" }, name), field.input);
    this.fields.push(field);
    this.holder.append(field.node);
    this.offer();
    return field;
  }

  /** Typing an option's name and a colon, as on Discord, moves to that option. */
  named(field) {
    const [, before, name] = /^(.*?)(\S+):$/.exec(field.input.value) ?? [];
    const option =
      name &&
      this.options.find((it) => it.name === name.toLowerCase() || localised(it).toLowerCase() === name.toLowerCase());
    if (!option) return false;
    field.input.value = before.trim();
    this.measure(field);
    this.suggest(field);
    if (field.input.value && this.popup?.items.length === 1) this.popup.items[0].pick();
    const next = this.fields.find((it) => it.option === option) ?? this.add(option);
    if (next !== field && !field.input.value && !field.option.required) this.remove(field);
    next.input.focus();
    this.suggest(next);
    return true;
  }

  measure(field) {
    field.input.size = Math.max(4, Math.min(28, field.input.value.length + 1));
    field.node.classList.remove("wrong");
  }

  remove(field) {
    const at = this.fields.indexOf(field);
    this.fields.splice(at, 1);
    field.node.remove();
    this.offer();
    const next = this.fields[at - 1] ?? this.fields[0];
    if (next) next.input.focus();
    else this.idle();
  }

  // ── Suggestions ────────────────────────────────────────────────────────────────────────

  suggest(field) {
    this.fail(null);
    clearTimeout(this.timer);
    this.asked += 1;
    const { option, input } = field;
    const title = [make("b", {}, localised(option)), " ", localised(option, "description")];
    if (field.value !== null) return this.open(title, [], input, null);
    const typed = input.value.trim().toLowerCase();
    const choose = (items) => {
      const fits = items.filter(
        (it) => !typed || it.text.toLowerCase().includes(typed) || it.value.toLowerCase().includes(typed),
      );
      this.open(
        title,
        fits.map((it) => ({
          face: it.face ?? [make("span", {}, it.text)],
          exact: it.value === input.value || it.text === input.value,
          pick: () => this.fill(field, it.text, it.value),
        })),
        input,
        word("page-no-choice"),
      );
    };
    if (option.choices?.length) choose(option.choices.map((it) => ({ text: localised(it), value: String(it.value) })));
    else if (option.type === BOOLEAN)
      choose([
        { text: word("page-yes"), value: "true" },
        { text: word("page-no"), value: "false" },
      ]);
    else if (option.type === USER) choose(this.members());
    else if (option.autocomplete) this.complete(field, title);
    else this.open(title, [], input, null);
  }

  members() {
    const { people, bot } = this.world.hello;
    return [...people, { ...bot, bot: true, key: "" }].map((it) => ({
      text: `@${it.name}`,
      value: it.id,
      face: [
        avatar(it, 24),
        make("span", {}, it.name),
        it.bot ? make("span", { class: "tag" }, word("page-bot")) : make("small", {}, it.locale),
      ],
    }));
  }

  /** Asks the bot when typing pauses. */
  complete(field, title) {
    const asked = this.asked;
    if (this.popup?.input !== field.input) this.open(title, [], field.input, word("page-searching"));
    this.timer = setTimeout(
      async () => {
        const options = [
          ...this.filled().filter(([name, text]) => name !== field.option.name && text),
          [field.option.name, field.input.value.trim()],
        ];
        const result = await this.send(
          "complete",
          { path: this.steps?.map((it) => it.name) ?? [], options },
          this.world.at,
        );
        if (asked !== this.asked || document.activeElement !== field.input) return;
        if (result.error) return this.open(title, [], field.input, word("page-no-suggestions"));
        this.open(
          title,
          result.choices.map((it) => ({
            face: [make("span", {}, it.name)],
            exact: it.value === field.input.value.trim(),
            pick: () => this.fill(field, it.name, it.value),
          })),
          field.input,
          word("page-no-choice"),
        );
      },
      this.popup?.input === field.input || field.input.value ? TYPING : 0,
    );
  }

  fill(field, text, value) {
    field.input.value = text;
    field.value = value;
    this.measure(field);
    const next = this.fields.find((it) => it.option.required && !it.input.value.trim());
    (next ?? field).input.focus();
    if (!next) this.close();
  }

  open(title, items, input, nothing) {
    const exact = items.findIndex((it) => it.exact);
    // An optional option gets no suggestion automatically: Enter sends without it.
    const open = this.steps && !this.fields.find((it) => it.input === input)?.option.required && !input.value.trim();
    this.popup = { items, input, active: items.length && !open ? Math.max(0, exact) : exact };
    const list = make(
      "div",
      { class: "list", role: "listbox", id: "popup-list", tabindex: "0", "aria-labelledby": "popup-title" },
      items.map((item, at) =>
        make(
          "div",
          {
            role: "option",
            class: "item",
            id: `item-${at}`,
            onpointerdown: (event) => event.preventDefault(),
            onclick: () => item.pick(),
          },
          item.face,
        ),
      ),
    );
    const empty = items.length || !nothing ? "" : make("p", { class: "hint" }, nothing);
    $("popup").replaceChildren(make("p", { class: "title", id: "popup-title" }, title), list, empty);
    $("popup").hidden = false;
    input.setAttribute("aria-expanded", "true");
    this.highlight();
  }

  highlight() {
    const { active, input } = this.popup;
    $("popup")
      .querySelectorAll(".item")
      .forEach((node, at) => {
        node.setAttribute("aria-selected", at === active ? "true" : "false");
        if (at === active) node.scrollIntoView({ block: "nearest" });
      });
    if (active >= 0) input.setAttribute("aria-activedescendant", `item-${active}`);
    else input.removeAttribute("aria-activedescendant");
  }

  close() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.popup?.input.setAttribute("aria-expanded", "false");
    this.popup?.input.removeAttribute("aria-activedescendant");
    this.popup = null;
    $("popup").hidden = true;
  }

  // ── Keys ───────────────────────────────────────────────────────────────────────────────

  key(event) {
    if (event.isComposing) return;
    const { popup } = this;
    const field = this.fields.find((it) => it.input === event.target);
    const stop = () => event.preventDefault();
    if (popup?.items.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      stop();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const count = popup.items.length;
      popup.active = popup.active < 0 && step < 0 ? count - 1 : (popup.active + step + count) % count;
      this.highlight();
    } else if (event.key === "Enter" && event.target.tagName !== "BUTTON") {
      stop();
      if (this.takes(field)) popup.items[popup.active].pick();
      else this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && this.takes(field)) {
      stop();
      popup.items[popup.active].pick();
      if (field && document.activeElement === field.input) this.further(field);
    } else if (event.key === "Tab" && !event.shiftKey && field) {
      if (this.further(field)) stop();
    } else if (event.key === "Escape") {
      stop();
      event.stopPropagation();
      if (this.steps) this.cancel();
      else if (popup?.items.length) this.close();
      else if (this.box.value.startsWith("/")) this.cancel();
    } else if (event.key === "Backspace" && field && !field.input.value) {
      stop();
      if (!field.option.required) this.remove(field);
      else if (this.fields[0] === field) this.cancel();
    }
  }

  /** Whether Enter or Tab chooses the highlighted suggestion, instead of sending the input. */
  takes(field) {
    const { popup } = this;
    return Boolean(popup && popup.active >= 0 && (!field || field.value === null));
  }

  /** Moves to the next option, and adds it if necessary. */
  further(field) {
    const next = this.fields[this.fields.indexOf(field) + 1];
    if (next) {
      next.input.focus();
      return true;
    }
    const left = this.options.find((it) => !this.fields.some((known) => known.option === it));
    if (!left || !field.input.value.trim()) return false;
    this.add(left).input.focus();
    return true;
  }

  // ── Sending ────────────────────────────────────────────────────────────────────────────

  filled() {
    return this.fields.map(({ option, input, value }) => [option.name, value ?? input.value.trim()]);
  }

  async submit() {
    if (this.sending) return;
    if (!this.steps) return this.say();
    for (const field of [...this.fields]) if (!field.option.required && !field.input.value.trim()) this.remove(field);
    for (const field of this.fields) {
      const error = problem(field, this.members());
      if (!error) continue;
      field.node.classList.add("wrong");
      field.input.focus();
      return this.fail(error);
    }
    const path = this.steps.map((it) => it.name);
    await this.sent("command", { path, options: this.filled() });
  }

  async say() {
    const text = this.box.value.trim();
    if (!text) return;
    // Shows the commands that fit, or that there is none.
    if (text.startsWith("/")) return this.typed();
    await this.sent("say", { text });
  }

  async sent(deed, values) {
    this.sending = true;
    this.close();
    this.render();
    const keep = this.steps;
    this.world.follow();
    const { wrong } = await this.world.act(deed, values);
    this.sending = false;
    this.form.classList.remove("sending");
    // The user may have started another input since.
    if (keep !== this.steps) return;
    if (wrong) return this.fail(wrong);
    this.text();
    if (matchMedia("(pointer: fine)").matches && !document.querySelector("dialog[open]")) {
      this.box.focus();
      this.close();
    }
  }

  fail(text) {
    $("error").hidden = !text;
    $("error").textContent = text ?? "";
  }
}
