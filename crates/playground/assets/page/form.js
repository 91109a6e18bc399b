// A form that the bot opened.

import { button, make, word } from "./words.js";

/** Shows a form. */
export function ask(world, form, channel) {
  const dialog = document.getElementById("form");
  const inputs = form.components.map((row) => row.components[0]);
  const fields = inputs.map((input) => {
    const box = make(input.style === 2 ? "textarea" : "input", {
      name: input.custom_id,
      id: `f-${input.custom_id}`,
      placeholder: input.placeholder,
      minlength: input.min_length || null,
      maxlength: input.max_length ?? 4000,
      required: input.required !== false,
      autocomplete: "off",
      rows: input.style === 2 ? 5 : null,
    });
    box.value = input.value ?? "";
    return make(
      "label",
      { for: `f-${input.custom_id}` },
      make("span", {}, input.label, input.required !== false && make("b", { "aria-hidden": "true" }, " *")),
      box,
    );
  });
  const problem = make("p", { class: "error", role: "alert", hidden: true });
  const submit = make("button", { class: "button style1" }, word("page-submit"));
  const body = make(
    "form",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const values = Object.fromEntries(new FormData(body));
        submit.setAttribute("aria-busy", "true");
        const { wrong } = await world.act("submit", { form, values }, channel);
        submit.removeAttribute("aria-busy");
        problem.hidden = !wrong;
        problem.textContent = wrong ?? "";
        if (!wrong) dialog.close();
      },
    },
    make("h2", {}, form.title),
    ...fields,
    problem,
    make(
      "div",
      { class: "foot" },
      button("button style2", () => dialog.close(), word("page-cancel")),
      submit,
    ),
  );
  dialog.replaceChildren(body);
  dialog.showModal();
}
