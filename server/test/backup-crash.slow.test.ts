import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main, node } from "../../cli/test/cli-runner.ts";
import { insertInstanceSetting } from "../src/storage/instance-settings.ts";
import { engines } from "../src/testing/engines.ts";
import { isFull, times } from "../src/testing/full.ts";
import { Instance } from "../src/testing/instance.ts";
import { hasStrace, notRun } from "../src/testing/not-run.ts";

const LONG = { timeout: 900_000 };

type Ended = { signal: NodeJS.Signals | null; code: number | null; stderr: string };

/** The command in a process of its own, with something in front of it that may kill it. */
async function run(
  instance: Instance,
  args: readonly string[],
  wrapper: readonly string[] = [],
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const [command = node, ...rest] = [...wrapper, node, main, ...args];
  const { dataDir, databaseUrl = "" } = instance.config;
  const env = { PATH: process.env.PATH, SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: databaseUrl };
  const child = spawn(command, rest, { cwd: instance.home, env, stdio: ["ignore", "ignore", "pipe"] });
  onStart(child);
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { code, signal, stderr };
}

/** Kills at the n-th of these calls. */
function killAt(call: string, n: number): readonly string[] {
  const fault = `inject=${call}:signal=SIGKILL:when=${n}`;
  return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${call}`, "-e", fault];
}

/** All of them, or some, of which one is certain to come: a process that makes fewer calls is not killed. */
function points(calls: Record<string, number>, sure: string): [call: string, n: number][] {
  const all = Object.entries(calls).flatMap(([call, most]) =>
    Array.from({ length: most }, (_, n): [string, number] => [call, n + 1]),
  );
  if (isFull) return all;
  const some = Array.from({ length: 3 }, (): [string, number] => all[randomInt(all.length)] ?? [sure, 1]);
  return [[sure, 1], ...some];
}

function mark(instance: Instance, who: string): Promise<void> {
  return instance.use(({ db }) => insertInstanceSetting(db, "who", who, 0));
}

async function whoIsIn(instance: Instance): Promise<string | undefined> {
  return instance.use(async ({ db }) => {
    const row = await db
      .selectFrom("instanceSettings")
      .select("value")
      .where("key", "=", "who")
      .executeTakeFirst();
    return row?.value;
  });
}

describe.each(engines)("on $kind", (engine) => {
  let here: Instance;
  let there: Instance;
  beforeEach(async () => {
    here = await Instance.createMigrated(engine);
    there = await Instance.createMigrated(engine);
  });
  afterEach(() => {
    here.remove();
    there.remove();
  });

  test(
    "a backup killed at any of its calls leaves no file or a whole one, and the older one as it was",
    LONG,
    async (context) => {
      if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
      await mark(here, "here");
      const folder = join(here.home, "kept");
      mkdirSync(folder);
      const older = await here.backUp(join(folder, "older.tar.gz"));
      const bytes = readFileSync(older.file);
      let killed = 0;
      const calls =
        engine.kind === "sqlite"
          ? { mkdir: 5, fsync: 12, fdatasync: 8, link: 1, unlink: 4, rmdir: 3, pwrite64: 40 }
          : { mkdir: 4, write: 60, fsync: 1, link: 1, unlink: 20, rmdir: 3 };
      for (const [call, n] of points(calls, "link")) {
        const to = join(folder, `new-${call}-${n}.tar.gz`);
        const { signal } = await run(here, ["backup", "--to", to], killAt(call, n));
        if (signal === "SIGKILL") killed += 1;
        expect(readFileSync(older.file).equals(bytes)).toBe(true);
        if (existsSync(to)) await there.restore(to, { force: true });
        expect(await whoIsIn(here)).toBe("here");
      }
      expect(killed).toBeGreaterThan(0);
      await here.backUp(join(folder, "last.tar.gz"));
      expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    },
  );

  test(
    "a restore killed at any of its calls leaves the old data or the new, and can be done again",
    LONG,
    async (context) => {
      if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
      await mark(here, "new");
      const { file } = await here.backUp();
      await mark(there, "old");
      const old = (await there.backUp()).file;
      const seen = new Set<string | undefined>();
      let killed = 0;
      const calls = { mkdir: 8, rename: 12, fsync: 40, fdatasync: 12, unlink: 12, rmdir: 8, pwrite64: 40 };
      for (const [call, n] of points(calls, "rename")) {
        const { signal } = await run(there, ["restore", file, "--force"], killAt(call, n));
        if (signal === "SIGKILL") killed += 1;
        const who = await whoIsIn(there);
        expect(["old", "new"], `killed at ${call} ${n}`).toContain(who);
        expect(existsSync(join(there.config.dataDir, ".restore"))).toBe(false);
        seen.add(who);
        await there.restore(old, { force: true });
        expect(await whoIsIn(there)).toBe("old");
      }
      expect(killed).toBeGreaterThan(0);
      if (isFull) expect(seen).toEqual(new Set(["old", "new"]));
    },
  );

  test("a restore killed at a random moment leaves the old data or the new", LONG, async () => {
    await here.use(({ db }) => insertInstanceSetting(db, "large", "x".repeat(9_000_000), 0));
    await mark(here, "new");
    const { file } = await here.backUp();
    await mark(there, "old");
    for (let kill = 0; kill < times(2, 40); kill++) {
      const killing = ["timeout", "--signal=KILL", `${randomInt(300, 1500) / 1000}`];
      await run(there, ["restore", file, "--force"], killing);
      expect(["old", "new"]).toContain(await whoIsIn(there));
    }
    expect((await run(there, ["restore", file, "--force"])).code).toBe(0);
    expect(await whoIsIn(there)).toBe("new");
  });

  test("Ctrl-C ends a backup and a restore with 130, and nothing is left of them", LONG, async () => {
    await here.use(({ db }) => insertInstanceSetting(db, "large", "x".repeat(60_000_000), 0));
    const { file } = await here.backUp();
    await mark(there, "old");
    const to = join(there.home, "b.tar.gz");
    const begun = [
      join(there.home, ".b.tar.gz.partial"),
      join(there.config.dataDir, ".restore/new"),
    ] as const;
    for (const [instance, args, place] of [
      [here, ["backup", "--to", to], begun[0]],
      [there, ["restore", file, "--force"], begun[1]],
    ] as const) {
      const { code, stderr } = await run(instance, args, [], (child) => {
        const looking = setInterval(() => {
          if (!existsSync(place)) return;
          clearInterval(looking);
          child.kill("SIGINT");
        }, 1);
        child.once("exit", () => clearInterval(looking));
      });
      expect({ code, isTold: /^svc: interrupted$/m.test(stderr) }).toEqual({ code: 130, isTold: true });
      expect(existsSync(to)).toBe(false);
      expect(readdirSync(there.home).filter((name) => name.startsWith("."))).toEqual([]);
      expect(readdirSync(there.config.dataDir)).not.toContain(".restore");
      expect(await whoIsIn(there)).toBe("old");
    }
  });
});

describe("a restore into an empty directory that was cut short", () => {
  test("is told by the next start, which makes no new instance there, and done by the next restore", async () => {
    const [here, there] = [
      await Instance.create({ kind: "sqlite" }),
      await Instance.create({ kind: "sqlite" }),
    ];
    await mark(here, "here");
    const { file } = await here.backUp();
    mkdirSync(join(there.config.dataDir, ".restore/new"), { recursive: true });
    for (const args of [["serve", "--addr", "127.0.0.1:0"], ["backup"]]) {
      const { code, stderr } = await run(there, args);
      expect(code).toBe(6);
      expect(stderr).toContain("was cut short, and nothing is in it yet\nhint: run svc restore again");
    }
    expect(existsSync(join(there.config.dataDir, "svc.db"))).toBe(false);
    expect((await run(there, ["restore", file])).code).toBe(0);
    expect(await whoIsIn(there)).toBe("here");
    here.remove();
    there.remove();
  });
});

describe("on a full disk", () => {
  let disk: string;
  afterEach(() => {
    spawnSync("umount", [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  function mount(megabytes: number): boolean {
    disk = mkdtempSync(join(tmpdir(), "svc-disk-"));
    return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk]).status === 0;
  }

  function fillUp(leave: number): void {
    const file = join(disk, "filler");
    try {
      for (;;) appendFileSync(file, Buffer.alloc(65_536));
    } catch (error) {
      expect((error as { code?: string }).code).toBe("ENOSPC");
    }
    spawnSync("truncate", ["-s", `${Math.max(0, statSync(file).size - leave)}`, file]);
  }

  test.for([0, 300_000, 1_000_000, 3_000_000])(
    "a backup with %i bytes left fails in one line and leaves nothing",
    async (left, context) => {
      if (!mount(8)) notRun(context, "only root may mount a small disk");
      const here = await Instance.create({ kind: "sqlite" });
      await here.use(async ({ db }) => {
        for (let n = 0; n < 40; n++)
          await insertInstanceSetting(
            db,
            `r${n}`,
            Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))).toString("base64"),
            0,
          );
      });
      fillUp(left);
      const { code, stderr } = await run(here, ["backup", "--to", join(disk, "b.tar.gz")]);
      expect(stderr).toBe(`svc: the disk of ${disk} is full\nhint: free some space, or use another disk\n`);
      expect(code).toBe(6);
      expect(readdirSync(disk)).toEqual(["filler"]);
      here.remove();
    },
  );

  test("a restore fails in one line, and the old data is as it was", async (context) => {
    if (!mount(12)) notRun(context, "only root may mount a small disk");
    const here = await Instance.create({ kind: "sqlite" });
    await here.use(({ db }) => insertInstanceSetting(db, "large", "x".repeat(5_000_000), 0));
    const { file } = await here.backUp();
    const there = await Instance.create({ kind: "sqlite" }, { SVC_DATA_DIR: join(disk, "data") });
    await mark(there, "old");
    for (const left of [0, 1_000_000, 5_500_000]) {
      fillUp(left);
      const { code, stderr } = await run(there, ["restore", file, "--force"]);
      expect(stderr).toMatch(
        /^svc: the disk of \S+ (is full|has \d+ MB left, and the backup needs \d+ MB)\nhint: .+\n$/,
      );
      expect(code).toBe(6);
      rmSync(join(disk, "filler"));
      expect(await whoIsIn(there)).toBe("old");
    }
    expect((await run(there, ["restore", file, "--force"])).code).toBe(0);
    here.remove();
    there.remove();
  });
});
