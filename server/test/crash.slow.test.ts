import { spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { Cli, main, node } from "../../cli/test/cli-runner.ts";
import { checkLedger, type Found, runWriter } from "../src/testing/crash-ledger.ts";
import { isFull, times } from "../src/testing/full.ts";
import { hasStrace, notRun } from "../src/testing/not-run.ts";

const WITHOUT_END = 1_000_000;
const whole: Found = { lost: [], torn: 0, integrity: "ok" };

let file: string;
beforeEach(() => {
  file = join(inject("scratch"), `${randomUUID()}.db`);
});

function report(what: string, kills: number, acknowledged: number): void {
  process.stderr.write(`${what}: lost acks = 0 of ${acknowledged}, ${kills} kills\n`);
}

describe("an acknowledged write survives", () => {
  test("kill -9 at a random moment of a stream of transactions", { timeout: 600_000 }, async () => {
    const kills = times(4, 200);
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      const enough = randomInt(1, 600);
      const told = await runWriter({
        file,
        run: `r${kill}`,
        rows: WITHOUT_END,
        onLine: (child, told) => {
          if (told.acknowledged.length >= enough) child.kill("SIGKILL");
        },
      });
      expect(told.refused).toEqual([]);
      for (const id of told.acknowledged) acknowledged.add(id);
      expect(await checkLedger(file, acknowledged, kill % 2 === 0)).toEqual(whole);
    }
    report("kill -9 at random", kills, acknowledged.size);
  });

  test("kill -9 of a process that has just started", { timeout: 600_000 }, async () => {
    const kills = times(3, 60);
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      const told = await runWriter({
        file,
        run: `s${kill}`,
        rows: WITHOUT_END,
        onStart: (child) => setTimeout(() => child.kill("SIGKILL"), randomInt(100, 1_000)),
      });
      for (const id of told.acknowledged) acknowledged.add(id);
      expect(await checkLedger(file, acknowledged, kill % 2 === 0)).toEqual(whole);
    }
    report("kill -9 at the start", kills, acknowledged.size);
  });

  test("kill -9 at the n-th fsync or write to disk", { timeout: 600_000 }, async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    const kills = times(3, 60);
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      const calls = kill % 2 === 0 ? "fsync,fdatasync" : "pwrite64";
      const wrapper = killAt(calls, randomInt(1, kill % 2 === 0 ? 200 : 3_000));
      const told = await runWriter({ file, run: `f${kill}`, rows: WITHOUT_END, wrapper });
      expect(told.refused).toEqual([]);
      for (const id of told.acknowledged) acknowledged.add(id);
      expect(await checkLedger(file, acknowledged, kill % 4 < 2)).toEqual(whole);
    }
    report("kill -9 at an fsync or write", kills, acknowledged.size);
  });

  test("kill -9 while the log is copied into the database file", { timeout: 600_000 }, async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    const kills = times(2, 30);
    const acknowledged = new Set<string>();
    await runWriter({ file, run: "first", rows: 1 });
    for (let kill = 0; kill < kills; kill++) {
      const wrapper = killAt("pwrite64", randomInt(2, 60), ["-P", file]);
      const told = await runWriter({ file, run: `c${kill}`, rows: WITHOUT_END, wrapper });
      for (const id of told.acknowledged) acknowledged.add(id);
      expect(await checkLedger(file, acknowledged, kill % 2 === 0)).toMatchObject({
        lost: [],
        integrity: "ok",
      });
    }
    report("kill -9 in a checkpoint", kills, acknowledged.size);
  });
});

/** A command that runs another and kills it at its n-th call. */
function killAt(calls: string, n: number, more: readonly string[] = []): readonly string[] {
  const fault = `inject=${calls}:signal=SIGKILL:when=${n}`;
  return ["strace", "-f", "-qq", "-o", "/dev/null", ...more, "-e", `trace=${calls}`, "-e", fault];
}

describe("a first start", () => {
  let cli: Cli;
  beforeEach(() => {
    cli = new Cli();
  });
  afterEach(() => cli.close());

  test("killed at any moment is continued by the next one", { timeout: 600_000 }, async () => {
    const args = ["admin", "create", "--email", "ada@example.com"];
    for (let kill = 0; kill < times(3, 60); kill++) {
      const flags = ["--data-dir", cli.path(`data${kill}`)];
      const running = cli.start([...args, ...flags]);
      setTimeout(() => running.child.kill("SIGKILL"), randomInt(80, 350));
      await running.finished;
      const { code, stderr } = await cli.runProcess([...args, ...flags]);
      expect(code, stderr).toBe(0);
    }
  });

  test("killed at any of its system calls that change the disk is continued by the next one", {
    timeout: 600_000,
  }, async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    const args = [main, "admin", "create", "--email", "ada@example.com"];
    for (const [kill, [call, n]] of killPoints().entries()) {
      const flags = ["--data-dir", cli.path(`data${kill}`)];
      const [strace = "", ...wrapped] = [...killAt(call, n), node, ...args, ...flags];
      const child = spawn(strace, wrapped, { cwd: cli.cwd, stdio: "ignore" });
      await once(child, "close");
      const { code, stderr } = await cli.runProcess([...args.slice(1), ...flags]);
      expect(code, `killed at ${call} ${n}: ${stderr}`).toBe(0);
    }
  });
});

/** Where to stop a first start: at each of its calls that make or name a file, and at many of its writes. */
function killPoints(): (readonly [call: string, n: number])[] {
  const all = [
    ...["mkdir", "rename", "fchmod", "unlink"].flatMap((call) => [1, 2, 3].map((n) => [call, n] as const)),
    ...Array.from({ length: 28 }, (_, n) => ["fsync", n + 1] as const),
    ...Array.from({ length: 40 }, () => ["pwrite64", randomInt(1, 330)] as const),
  ];
  if (isFull) return all;
  return Array.from({ length: 8 }, () => all[randomInt(all.length)] ?? (["mkdir", 1] as const));
}
