import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { openBrowser } from "../../../../server/src/testing/browser.ts";
import { CannotRun } from "./cell.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".json": "application/json",
};

/** Ends what hangs, not what is slow. */
const PATIENCE_MS = 240_000;

/** Opens a page in a real browser and returns the line with which its app ends. */
export async function openPage(url: string): Promise<string> {
  const browser = await openBrowser().catch((error: Error) => {
    throw new CannotRun(error.message);
  });
  const printed: string[] = [];
  try {
    const page = await browser.newPage();
    const end = Promise.withResolvers<void>();
    page.on("console", (message) => {
      printed.push(message.text());
      if (/^(SEEN|FAILED) /.test(message.text())) end.resolve();
    });
    page.on("pageerror", (error) => {
      printed.push(`FAILED ${error.stack}`);
      end.resolve();
    });
    await page.goto(url);
    const timer = setTimeout(end.resolve, PATIENCE_MS);
    await end.promise;
    clearTimeout(timer);
    return printed.join("\n");
  } finally {
    await browser.close();
  }
}

/** Opens the index.html of a folder. */
export async function openFolder(folder: string): Promise<string> {
  const site = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    try {
      const file = path === "/" ? "/index.html" : path;
      const content = readFileSync(join(folder, file));
      response.setHeader("content-type", TYPES[extname(file)] ?? "text/javascript");
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    return await openPage(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  } finally {
    site.close();
  }
}
