import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "./dom.js";

const { markdown, tick } = await import("../../assets/page/markdown.js");
const { language, make } = await import("../../assets/page/words.js");

const world = {
  mention: (id) => make("i", {}, `@${id}`),
  place: (id) => make("i", {}, `#${id}`),
  command: (name) => make("i", {}, `/${name}`),
  link: (url, content) => make("a", { href: url }, content ?? url),
};
const show = (text) => html(markdown(text, world));

test("a text never becomes HTML", () => {
  assert.equal(show("<img src=x onerror=alert(1)> & <b>"), "<p>&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;</p>");
  assert.equal(show("[x](javascript:alert(1))"), "<p>[x](javascript:alert(1))</p>");
});

test("marks become elements, also within each other", () => {
  assert.equal(show("**bold *and* more** __under__"), "<p><strong>bold <em>and</em> more</strong> <u>under</u></p>");
  assert.equal(show("~~gone~~ `a*b*`"), "<p><s>gone</s> <code>a*b*</code></p>");
});

test("an escaped mark and an underscore within a word stay text", () => {
  assert.equal(show("\\*a\\* snake_case_name"), "<p>*a* snake_case_name</p>");
});

test("mentions, channels, commands and links are those of the world", () => {
  assert.equal(show("<@12> in <#34>: </move:56>"), "<p><i>@12</i> in <i>#34</i>: <i>/move</i></p>");
  assert.equal(
    show("see https://example.org/a."),
    '<p>see <a href="https://example.org/a">https://example.org/a</a>.</p>',
  );
});

test("lists, quotes and blocks of code keep their lines", () => {
  assert.equal(show("- a\n  - b\n- c"), "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>");
  assert.equal(show("> quoted\nafter"), "<blockquote><p>quoted</p></blockquote><p>after</p>");
  assert.match(show("```js\nx < 1\n```"), /<code>x &lt; 1<\/code>/);
});

test("headings of a message follow the page’s own in order, whatever their size", () => {
  const levels = (text) => [...show(text).matchAll(/aria-level="(\d)"/g)].map(([, level]) => Number(level));
  assert.deepEqual(levels("### only"), [2]);
  assert.deepEqual(levels("# one\n## two\n### three\n# four"), [2, 3, 4, 2]);
  assert.deepEqual(levels("# one\n### three"), [2, 3]);
});

test("a time that counts down changes its text, and is not read aloud each time", () => {
  language.ahead = 0;
  const body = document.body;
  body.replaceChildren(markdown(`<t:${Math.round(Date.now() / 1000) + 7200}:R>`, world));
  const time = body.querySelector("time");
  assert.equal(time.textContent, "in 2 hours");
  assert.equal(time.getAttribute("aria-live"), "off");
  language.ahead = 3600e3;
  tick(body);
  assert.equal(time.textContent, "in 1 hour");
  language.ahead = 0;
});

test("a moment that cannot be is shown as it was written", () => {
  assert.equal(show("<t:99999999999999>"), "<p>&lt;t:99999999999999&gt;</p>");
});
