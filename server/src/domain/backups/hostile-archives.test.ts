import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openForBackup } from "../../compose/open-storage.ts";
import { openLocal, restoreInstance } from "../../compose.ts";
import { loadConfig } from "../../config/load-config.ts";
import { OperatorError } from "../../errors.ts";
import { takeApart, type Whole } from "../../testing/archive-forge.ts";
import { times } from "../../testing/full.ts";
import { hostileArchives } from "../../testing/hostile-archives.ts";
import { writeBackup } from "./write-backup.ts";

let home: string;
let archive: Buffer;
let whole: Whole;
/** What every test finds, and leaves as it was. */
let before: Map<string, Found>;

beforeAll(async () => {
  home = mkdtempSync(join(inject("scratch"), "hostile-"));
  const config = loadConfig({ flags: {}, env: { SVC_DATA_DIR: join(home, "box", "data") }, cwd: home });
  await (await openLocal(config, { mayCreate: true })).close();
  writeFileSync(join(home, "box/data/serve.lock"), "", { mode: 0o600 });
  writeFileSync(join(home, "box/data/uploads/mine"), "mine", { mode: 0o600 });
  const source = await openForBackup(config);
  await writeBackup(source, { to: join(home, "right.tar.gz") });
  await source.close();
  archive = readFileSync(join(home, "right.tar.gz"));
  whole = takeApart(archive);
  before = everything();
});
afterAll(() => rmSync(home, { recursive: true }));

type Found = { mode: string; content: Buffer | undefined };

/** Everything below the folder with its mode and content, however it came there. */
function everything(): Map<string, Found> {
  const box = join(home, "box");
  const names = readdirSync(box, { recursive: true, encoding: "utf8" }).sort();
  return new Map(
    names.map((name) => {
      const stats = lstatSync(join(box, name));
      const content = stats.isFile() ? readFileSync(join(box, name)) : undefined;
      return [name, { mode: stats.mode.toString(8), content }];
    }),
  );
}

/** What is there now and was not before, or was and is not. */
function changed(): string[] {
  const now = everything();
  const isSame = (one: Found | undefined, other: Found | undefined): boolean =>
    one?.mode === other?.mode &&
    (one?.content && other?.content ? one.content.equals(other.content) : one?.content === other?.content);
  return [...new Set([...before.keys(), ...now.keys()])].filter(
    (name) => !isSame(before.get(name), now.get(name)),
  );
}

async function tryToRestore(bytes: Buffer, dataDir: string): Promise<unknown> {
  writeFileSync(join(home, "hostile.tar.gz"), bytes);
  const config = loadConfig({ flags: {}, env: { SVC_DATA_DIR: dataDir }, cwd: home });
  return restoreInstance(config, {
    archive: join(home, "hostile.tar.gz"),
    ...{ erasures: [], force: true, keepErased: false, revokeSessions: false },
  }).then(
    () => "accepted",
    (error: unknown) => error,
  );
}

test("the archive that all others are made of is accepted, and there are at least 60 others", async () => {
  expect(await tryToRestore(archive, join(home, "elsewhere", "data"))).toBe("accepted");
  expect(hostileArchives.length).toBeGreaterThanOrEqual(60);
  expect(new Set(hostileArchives.map(([what]) => what)).size).toBe(hostileArchives.length);
});

test.each(hostileArchives)("a backup with %s is refused, and nothing is written", async (_what, forge) => {
  const bytes = forge(whole);
  for (const place of ["box/data", "box/new/data"]) {
    const error = await tryToRestore(bytes, join(home, place));
    expect(error).toBeInstanceOf(OperatorError);
    expect((error as OperatorError).message).toMatch(/hostile\.tar\.gz|the backup needs \d+ MB/);
    expect((error as OperatorError).hint).not.toBe("");
  }
  rmSync(join(home, "box/new"), { recursive: true, force: true });
  expect(changed()).toEqual([]);
});

test("a byte that was changed anywhere is found, unless it changes nothing of what is unpacked", async () => {
  const tar = gunzipSync(archive);
  const flips = times(30, archive.length);
  const missed: number[] = [];
  let found = 0;
  for (let n = 0; n < flips; n++) {
    const at = Math.floor((n * archive.length) / flips);
    const flipped = Buffer.from(archive);
    flipped[at] = (flipped[at] ?? 0) ^ 0x55;
    // In the header of a gzip file, or between runs of the same byte, another byte may mean the same.
    if (unpacked(flipped)?.equals(tar)) continue;
    found += 1;
    if (!((await tryToRestore(flipped, join(home, "box/data"))) instanceof OperatorError)) missed.push(at);
  }
  expect(missed).toEqual([]);
  expect(found).toBeGreaterThan(flips / 2);
  expect(changed()).toEqual([]);
});

function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

test("what a hostile archive claims is not reserved: no memory and no disk for sizes that are only told", async () => {
  mkdirSync(join(home, "memory"), { recursive: true });
  const bombs = hostileArchives.filter(([what]) => /terabyte|gigabyte|hundred thousand/.test(what));
  expect(bombs.length).toBeGreaterThanOrEqual(4);
  for (const [, forge] of bombs) {
    const bytes = forge(whole);
    const used = process.memoryUsage().arrayBuffers;
    await tryToRestore(bytes, join(home, "memory/data"));
    expect(process.memoryUsage().arrayBuffers - used).toBeLessThan(64 * 1024 * 1024);
  }
});
