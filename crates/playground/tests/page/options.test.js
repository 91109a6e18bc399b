import assert from "node:assert/strict";
import { test } from "node:test";
import { INTEGER, problem, STRING, USER } from "../../assets/page/options.js";
import { language, localised, word } from "../../assets/page/words.js";

const error = (option, text, value = null) => problem({ option, value, input: { value: text } }, [{ text: "@Ana" }]);

test("an option that is required needs a text", () => {
  assert.equal(error({ name: "move", type: STRING, required: true }, "  "), "page-missing");
  assert.equal(error({ name: "move", type: STRING }, ""), null);
});

test("a choice, a person and a number have to exist", () => {
  const choices = [{ name: "Seega", value: "seega" }];
  assert.equal(error({ name: "game", type: STRING, choices }, "chess"), "page-no-such-choice");
  assert.equal(error({ name: "game", type: STRING, choices }, "Seega"), null);
  assert.equal(error({ name: "who", type: USER }, "Eve"), "page-no-such-person");
  assert.equal(error({ name: "who", type: USER }, "Ana"), null);
  const players = { name: "players", type: INTEGER, min_value: 3, max_value: 32 };
  assert.equal(error(players, "2"), "page-no-such-number");
  assert.equal(error(players, "2.5"), "page-no-such-number");
  assert.equal(error(players, "32"), null);
});

test("what was chosen from the suggestions is not checked again", () => {
  assert.equal(error({ name: "who", type: USER }, "Eve", "12"), null);
});

test("a word is in the language of the speaker, with its values", () => {
  language.words = { "page-hello": "Olá, { $name }!" };
  language.locale = "pt-BR";
  assert.equal(word("page-hello", { name: "Ana" }), "Olá, Ana!");
  assert.equal(localised({ name: "move", name_localizations: { "pt-BR": "mover" } }), "mover");
  assert.equal(localised({ name: "move" }), "move");
});
