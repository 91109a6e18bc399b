// The options of a command: their types, and what they accept.

import { localised, word } from "./words.js";

export const STRING = 3,
  INTEGER = 4,
  BOOLEAN = 5,
  USER = 6;

/** The error of a field, translated. */
export function problem({ option, input, value }, people) {
  const text = input.value.trim();
  const name = localised(option);
  if (!text) return option.required ? word("page-missing", { name }) : null;
  if (value !== null) return null;
  const choices = option.choices ?? [];
  if (choices.length && !choices.some((it) => localised(it) === text || String(it.value) === text))
    return word("page-no-such-choice", { name });
  if (option.type === USER && !people.some((it) => it.text === text || it.text.slice(1) === text))
    return word("page-no-such-person", { name });
  if (option.type === BOOLEAN && text !== "true" && text !== "false") return word("page-no-such-choice", { name });
  if (option.type === INTEGER) {
    const number = Number(text);
    const [min, max] = [option.min_value ?? Number.MIN_SAFE_INTEGER, option.max_value ?? Number.MAX_SAFE_INTEGER];
    if (!Number.isInteger(number) || number < min || number > max)
      return word("page-no-such-number", { name, min, max });
  }
  return null;
}
