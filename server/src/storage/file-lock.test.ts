import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { lockFile } from "./file-lock.ts";

let file: string;
beforeEach(() => {
  file = join(inject("scratch"), `${randomUUID()}.lock`);
});

describe("a lock", () => {
  test("is held by one, and free once released", () => {
    const lock = lockFile(file);
    expect(lock).toBeDefined();
    expect(lockFile(file)).toBeUndefined();
    lock?.release();
    lock?.release();
    const next = lockFile(file);
    expect(next).toBeDefined();
    next?.release();
  });

  test("that was refused once is still held", () => {
    const lock = lockFile(file);
    for (let n = 0; n < 3; n++) expect(lockFile(file)).toBeUndefined();
    lock?.release();
  });

  test("is one private empty file", () => {
    const lock = lockFile(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size).toBe(0);
    expect(existsSync(`${file}-journal`)).toBe(false);
    lock?.release();
  });

  test("of another process holds, and ends when that process is killed", async () => {
    const script = `
      import { lockFile } from ${JSON.stringify(join(import.meta.dirname, "file-lock.ts"))};
      globalThis.lock = lockFile(${JSON.stringify(file)}); // a lock that nobody refers to would be collected
      process.stdout.write(globalThis.lock ? "held" : "not");
      setInterval(() => {}, 1_000);`;
    const node = join(import.meta.dirname, "../../../node_modules/.bin/node");
    const child = spawn(node, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await once(child.stdout, "data");
    expect(String(said)).toBe("held");
    expect(lockFile(file)).toBeUndefined();
    child.kill("SIGKILL");
    await once(child, "exit");
    const lock = lockFile(file);
    expect(lock).toBeDefined();
    lock?.release();
  });
});
