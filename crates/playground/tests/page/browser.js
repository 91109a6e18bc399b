// A browser on a playground of its own, both real.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const target = process.env.CARGO_TARGET_DIR ?? new URL("../../../../target", import.meta.url).pathname;
const siwa = join(target, "debug", "siwa");
const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = known.find((path) => path && existsSync(path));

/** Why a browser cannot show the page here, if so. */
export const missing = executablePath ? false : "no Chromium: install one, or name it in CHROMIUM";

/** Starts a playground, and opens its page; `story` gets the page. */
export async function visit(options, story) {
  const folder = mkdtempSync(join(tmpdir(), "siwa-page-"));
  const database = join(folder, "playground.db");
  const server = spawn(siwa, ["playground", "--port", "0", "--database", database], { cwd: folder });
  const ended = new Promise((resolve) => server.once("close", resolve));
  let browser;
  try {
    const address = await new Promise((resolve, reject) => {
      const lines = createInterface({ input: server.stdout });
      lines.on("line", (line) => /http:\/\/\S+/.test(line) && resolve(line.match(/http:\/\/\S+/)[0]));
      server.once("error", reject);
      server.once("close", () => reject(new Error("the playground has ended")));
    });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    const page = await browser.newPage(options);
    const errors = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(address);
    await page.locator("#welcome button").first().waitFor();
    await story(page);
    if (errors.length) throw errors[0];
  } finally {
    await browser?.close();
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
