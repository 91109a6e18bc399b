import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { missing, visit } from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const phone = { viewport: { width: 390, height: 844 }, locale: "en-US" };
const desktop = { viewport: { width: 1280, height: 900 }, locale: "en-US" };
const skip = missing;

/** What keeps people from using the page, by the rules of WCAG 2.2. */
async function barriers(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(", ")}`);
}

/** Goes back from the message box, by Shift and Tab, past `number` wanted things; returns whether it could. */
async function goBackTo(page, wanted, number = 1) {
  await page.locator("#box").focus();
  for (let presses = 0, found = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Shift+Tab");
    if (await page.evaluate((selector) => document.activeElement.matches(selector), wanted)) found += 1;
    if (found === number) return true;
  }
  return false;
}

/** Presses a button of the newest message that has one, and waits until something has changed. */
async function pressNewest(page, number) {
  const newest = ".message:nth-last-child(1 of .message:has(button.style1:enabled, button.style3:enabled))";
  await page.locator(newest).waitFor();
  const before = await page.locator("#messages").innerHTML();
  // What captures is green, and so is what confirms. The message may change meanwhile.
  const reached =
    (await goBackTo(page, `${newest} button.style3:enabled`)) ||
    (await goBackTo(page, `${newest} button.style1:enabled`, number)) ||
    (await goBackTo(page, `${newest} button.style1:enabled`));
  if (!reached) return;
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => document.getElementById("messages").innerHTML !== old, before);
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

test("by the keyboard alone one opens a game and plays to a capture", { skip }, () =>
  visit(desktop, async (page) => {
    const name = await page.locator('#people [aria-checked="true"] .who').innerText();
    assert(await goBackTo(page, "#welcome button.style3"));
    await page.keyboard.press("Enter");
    await page.locator(".message").first().waitFor();
    const captured = new RegExp(`@${name} \\(.*\\) played .* captured`);
    for (let presses = 0; presses < 200; presses += 1) {
      await pressNewest(page, 1 + (presses % 4));
      if (captured.test(await page.locator("#messages").innerText())) return;
    }
    assert.fail("nothing was captured");
  }),
);

test("the list of channels keeps the focus while messages arrive", { skip }, () =>
  visit(desktop, async (page) => {
    await page.evaluate(() => document.querySelector("#channels button").focus());
    for (const part of ["#welcome", ".message"]) {
      // Found and pressed in one step: a press by a pointer would take the focus.
      await page.waitForFunction((wanted) => {
        const button = document.querySelector(wanted);
        button?.click();
        return button;
      }, `${part} button.style3`);
    }
    await page.locator("#channels li li button").waitFor();
    const focused = await page.evaluate(() => document.activeElement === document.querySelector("#channels button"));
    assert.equal(focused, true);
  }),
);

test("the message box tells whether its list of commands is open", { skip }, () =>
  visit(desktop, async (page) => {
    const box = page.getByRole("combobox");
    assert.equal(await box.getAttribute("aria-expanded"), "false");
    await box.fill("/");
    assert.equal(await box.getAttribute("aria-expanded"), "true");
    const list = page.locator(`#${await box.getAttribute("aria-controls")}`);
    assert.equal(await list.getAttribute("role"), "listbox");
    await page.keyboard.press("Escape");
    assert.equal(await box.getAttribute("aria-expanded"), "false");
  }),
);

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(`nothing on the page is a barrier, on a ${device}`, { skip }, () =>
    visit(options, async (page) => {
      assert.deepEqual(await barriers(page), []);
      await page.locator("#welcome button.style3").click();
      await page.locator(".message button.style3").click();
      await page.locator(".message .shot").first().waitFor();
      assert.deepEqual(await barriers(page), []);
    }),
  );
}
