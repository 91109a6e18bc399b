// A document without a browser, for parts of the page that only make elements.

import { parseHTML } from "linkedom";

const { document } = parseHTML("<!doctype html><html><body></body></html>");
globalThis.document = document;

/** The HTML of what a part of the page makes. */
export function html(node) {
  const box = document.createElement("div");
  box.append(node);
  return box.innerHTML;
}
