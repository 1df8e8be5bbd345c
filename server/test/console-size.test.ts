import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkConsoleSize } from "../../tools/check-console-size.ts";

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "svc-size-"));
  mkdirSync(join(dist, "assets"));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

/** A build in which the page to sign in and one screen share a chunk; sizes in KiB. */
function plant(sizes: { shared: number; signIn: number; app: number; screen: number; late: number }): void {
  for (const [name, kib] of Object.entries(sizes)) {
    writeFileSync(join(dist, `assets/${name}.js.gz`), randomBytes(kib * 1024));
  }
  const file = (name: string) => `assets/${name}.js`;
  const manifest = {
    _shared: { file: file("shared") },
    "sign-in.html": { file: file("signIn"), imports: ["_shared"] },
    "index.html": {
      file: file("app"),
      imports: ["_shared"],
      dynamicImports: ["src/pages/users.tsx", "src/late.tsx"],
    },
    "src/pages/users.tsx": { file: file("screen"), imports: ["_shared", "index.html"] },
    "src/late.tsx": { file: file("late") },
  };
  writeFileSync(join(dist, "manifest.json"), JSON.stringify(manifest));
}

test("what loads before a page shows counts once, what loads later does not", () => {
  plant({ shared: 100, signIn: 20, app: 100, screen: 50, late: 500 });
  expect(checkConsoleSize(dist)).toEqual({
    problems: [],
    looked: "signing in 120 KiB, the largest of 1 screens 250 KiB of gzip JavaScript",
  });
});

test("a page to sign in above 120 KiB and a screen above 250 KiB fail", () => {
  plant({ shared: 100, signIn: 21, app: 100, screen: 51, late: 1 });
  expect(checkConsoleSize(dist).problems).toEqual([
    "sign-in.html loads 121 KiB of JavaScript; at most 120 KiB",
    "src/pages/users.tsx loads 251 KiB of JavaScript; at most 250 KiB",
  ]);
});

test("a build without screens is no proof", () => {
  plant({ shared: 1, signIn: 1, app: 1, screen: 1, late: 1 });
  const only = { "sign-in.html": { file: "assets/signIn.js" }, "index.html": { file: "assets/app.js" } };
  writeFileSync(join(dist, "manifest.json"), JSON.stringify(only));
  expect(checkConsoleSize(dist).problems).toEqual(["no screen was found in manifest.json"]);
});
