import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { notRun } from "../../../server/src/testing/not-run.ts";
import { seenIn } from "./matrix/app-source.ts";
import { CannotRun, type Cell } from "./matrix/cell.ts";
import { cells } from "./matrix/cells.ts";
import { expectedFor } from "./matrix/expected.ts";
import { matrixTable, type Row, versionsOf } from "./matrix/matrix-table.ts";
import { Phone } from "./matrix/phone.ts";
import { installedFolder, linkedFolder, Place, reachesRegistry, type Server } from "./matrix/place.ts";
import { compilerIn } from "./matrix/react-native-preset.ts";
import { TestProject } from "./test-project.ts";

const isFull = process.env.SVC_TEST_FULL === "1";
const rows: Row[] = [];
const folders = new Map<string, Promise<string>>();
let server: Server;
let hasRegistry = false;

beforeAll(async () => {
  const { url: baseUrl, publishableKey } = await TestProject.create();
  server = { baseUrl, publishableKey };
  hasRegistry = isFull && (await reachesRegistry());
});
afterAll(async () => {
  process.stderr.write(`\n${matrixTable(rows)}\n`);
  for (const folder of await Promise.allSettled(folders.values())) {
    if (folder.status === "fulfilled") rmSync(folder.value, { recursive: true, force: true });
  }
});

/** Cells with the same packages share an installation. */
function folderOf({ packages, isQuick }: Cell): Promise<string> {
  if (!isQuick && !hasRegistry) throw new CannotRun("the package registry cannot be reached");
  const key = JSON.stringify([packages, isQuick]);
  const folder = folders.get(key) ?? (isQuick ? linkedFolder(packages) : installedFolder(packages));
  folders.set(key, folder);
  return folder;
}

describe("the packed library signs up, restarts, refreshes and signs out", () => {
  test.for(isFull ? cells : cells.filter(({ isQuick }) => isQuick))("$name", async (cell, context) => {
    const startedAt = performance.now();
    const told = (result: Row["result"]) =>
      rows.push({ cell, result, seconds: (performance.now() - startedAt) / 1000 });
    try {
      const place = new Place(await folderOf(cell), server, cell);
      expect(seenIn(await cell.run(place))).toEqual([...expectedFor(place.email), ...(cell.extra ?? [])]);
      told("ok");
    } catch (error) {
      told(error instanceof CannotRun ? "NOT RUN" : "FAILED");
      if (error instanceof CannotRun) notRun(context, error.message);
      throw error;
    }
  });
});

test("every cell names exact versions, and three run without the package registry", () => {
  for (const { name, packages } of cells) {
    for (const version of Object.values(packages)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
  expect(cells.filter(({ isQuick }) => isQuick)).toHaveLength(3);
  expect(new Set(cells.map(({ name }) => name)).size).toBe(cells.length);
});

test("the table of the README has the version that each cell is about", () => {
  const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const table = readme.split("## Where it runs")[1]?.split("\n\n## ")[0] ?? "";
  for (const cell of cells) {
    const version = /\d+\.\d+\.\d+/.exec(versionsOf(cell))?.[0] ?? "";
    expect(table.match(/\d+\.\d+\.\d+/g), cell.name).toContain(version);
  }
});

test("a literal with a spread and an accessor freezes on React Native 0.83, as the state did in 0.1.0", async () => {
  const folder = await linkedFolder({ "@react-native/babel-preset": "", "@babel/core": "" });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateAfter = (literal: string) => {
    const file = join(folder, "literal.js");
    writeFileSync(
      file,
      `let now = "loading"; const methods = {}; const client = ${literal}; now = "signedIn"; client.state;`,
    );
    return new Phone().evaluate(compilerIn({ folder }, "default")(file), file);
  };
  expect(stateAfter("{ ...methods, get state() { return now; } }")).toBe("loading");
  expect(stateAfter("Object.assign({ get state() { return now; } }, methods)")).toBe("signedIn");
});

test("the phone of these tests has no TextDecoder, URL, atob, crypto or Buffer", () => {
  const types = ["TextDecoder", "TextEncoder", "URL", "atob", "crypto", "Buffer"].map(
    (name) => `typeof ${name}`,
  );
  expect(new Phone().evaluate(`[${types}].join()`, "types.js")).toBe(types.map(() => "undefined").join());
});
