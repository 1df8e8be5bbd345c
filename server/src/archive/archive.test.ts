import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import type { Manifest } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { tarHeader } from "./tar-header.ts";
import { writeArchive } from "./write-archive.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(inject("scratch"), "archive-"));
});
afterEach(() => rmSync(home, { recursive: true }));

/** Sizes around the block of a tar and the chunk of a stream, and none at all. */
const SIZES = [0, 1, 511, 512, 513, 262_144, 262_145, 5_000_000];

function makeFiles(): Manifest {
  const contents = [
    { name: "keys/master.key", content: randomBytes(32) },
    { name: "svc.db", content: Buffer.alloc(100_000) },
    ...SIZES.map((size) => ({ name: `uploads/of-${size}`, content: randomBytes(size) })),
  ];
  const entries = contents.map(({ name, content }) => {
    mkdirSync(dirname(join(home, "in", name)), { recursive: true });
    writeFileSync(join(home, "in", name), content);
    return { name, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  });
  return {
    ...{ format: 1, version: "1.2.3", createdAt: "2020-01-01T00:00:00.000Z", engine: "sqlite" },
    ...{ migrations: ["0001-foundation"], masterKeyId: "AbCd_-12", entries },
  } as Manifest;
}

async function pack(manifest: Manifest): Promise<string> {
  const to = join(home, "a.tar.gz");
  await writeArchive({ to, manifest, fileOf: (name) => join(home, "in", name) });
  return to;
}

test("what is written is read back, byte for byte, for its owner only", async () => {
  const manifest = makeFiles();
  const file = await pack(manifest);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  let bytes = 0;
  const read = await readArchive(file, {
    accept: () => {},
    fileFor: (name) => {
      mkdirSync(dirname(join(home, "out", name)), { recursive: true });
      return join(home, "out", name);
    },
    onBytes: (count) => {
      bytes += count;
    },
  });
  expect(read).toEqual(manifest);
  expect(bytes).toBe(manifest.entries.reduce((sum, { size }) => sum + size, 0));
  for (const { name } of manifest.entries) {
    expect(readFileSync(join(home, "out", name))).toEqual(readFileSync(join(home, "in", name)));
    expect(statSync(join(home, "out", name)).mode & 0o777).toBe(0o600);
  }
});

test("any tar program can read it", async () => {
  const manifest = makeFiles();
  const file = await pack(manifest);
  mkdirSync(join(home, "out"));
  const { status, stderr } = spawnSync("tar", ["-xzf", file, "-C", join(home, "out")], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(readFileSync(join(home, "out/manifest.json"), "utf8"))).toEqual(manifest);
  expect(readFileSync(join(home, "out/uploads/of-513"))).toEqual(
    readFileSync(join(home, "in/uploads/of-513")),
  );
});

test("a tar program reads the size of a file of eight gigabytes and more", () => {
  for (const size of [8 * 2 ** 30 - 1, 8 * 2 ** 30, 12 * 2 ** 40]) {
    const listing = spawnSync("tar", ["-tvf", "-"], {
      input: tarHeader("svc.db", size, 0),
      encoding: "utf8",
    });
    expect(listing.stdout).toContain(` ${size} `);
  }
});

test("a file that changes while it is archived is not archived", async () => {
  const manifest = makeFiles();
  writeFileSync(join(home, "in/uploads/of-513"), randomBytes(513));
  await expect(pack(manifest)).rejects.toThrow("uploads/of-513 changed while it was archived");
});

test("an archive that is not wanted leaves nothing behind", async () => {
  const file = await pack(makeFiles());
  const accept = (): never => {
    throw new Error("not wanted");
  };
  const fileFor = (name: string): string => join(home, name);
  await expect(readArchive(file, { accept, fileFor })).rejects.toThrow("not wanted");
  expect(readdirSync(home).sort()).toEqual(["a.tar.gz", "in"]);
});
