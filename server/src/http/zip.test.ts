import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { notRun } from "../testing/not-run.ts";
import { readStoredZip, storedZip } from "./zip.ts";

const entries = [
  { name: "top/empty", content: Buffer.alloc(0) },
  { name: "top/ümlaut.txt", content: Buffer.from("text\n") },
  { name: "top/deep/large.bin", content: Buffer.alloc(100_000, 7) },
];
const date = Date.parse("2026-02-03T04:05:06Z");

test("what is written is read back, with its date", () => {
  const { entries: read, modifiedAt } = readStoredZip(storedZip(entries, date));
  expect(read.map(({ name, content }) => ({ name, content: Buffer.from(content) }))).toEqual(entries);
  expect(modifiedAt).toBe(date);
});

test("the bytes never change, because clients keep their hash", () => {
  expect(hash("sha256", storedZip(entries, date))).toBe(
    "2d2b77b8b56bedba7f0223e662a5caecceab05aa5e58a090a0e4f83ff954320c",
  );
});

test("Python reads it and finds nothing wrong", (context) => {
  if (spawnSync("python3", ["--version"]).status !== 0) notRun(context, "there is no Python");
  const folder = mkdtempSync(join(tmpdir(), "svc-zip-"));
  writeFileSync(join(folder, "a.zip"), storedZip(entries, date));
  const program = `
import zipfile
archive = zipfile.ZipFile("a.zip")
assert archive.testzip() is None
for entry in archive.infolist(): print(entry.filename, entry.file_size, entry.date_time, oct(entry.external_attr >> 16))
`;
  const { stdout, stderr } = spawnSync("python3", ["-c", program], { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toBe(
    ["top/empty 0", "top/ümlaut.txt 5", "top/deep/large.bin 100000"]
      .map((line) => `${line} (2026, 2, 3, 4, 5, 6) 0o100644\n`)
      .join(""),
  );
  rmSync(folder, { recursive: true });
});
