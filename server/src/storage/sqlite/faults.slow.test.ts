import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { checkLedger, type Found, runWriter, type Told } from "../../testing/crash-ledger.ts";
import { fillUp } from "../../testing/fill-up.ts";
import { times } from "../../testing/full.ts";
import { LossyDisk } from "../../testing/lossy-disk.ts";
import { hasStrace, notRun } from "../../testing/not-run.ts";
import type { Db } from "../db.ts";
import { migrate } from "../migrate.ts";
import { openDatabase } from "../open.ts";
import { transact } from "../transact.ts";

const ROWS = 1_000;
const unavailable = { reason: "STORAGE_UNAVAILABLE" };

function insert(db: Db, key: string, size: number): Promise<unknown> {
  const row = { key, value: "x".repeat(size), updatedAt: 0 };
  return db.insertInto("instanceSettings").values(row).execute();
}

async function keys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("instanceSettings").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
}

describe("on a full disk", () => {
  test("writes are refused as unavailable, reads go on, and it heals without a restart", async (context) => {
    const disk = mkdtempSync(join(tmpdir(), "svc-disk-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", disk]);
    if (mounted.status !== 0) {
      rmSync(disk, { recursive: true });
      notRun(context, "only root may mount a small disk");
    }
    const app = { db: openDatabase({ kind: "sqlite", file: join(disk, "svc.db") }) };
    try {
      await migrate(app.db, 0);
      await insert(app.db, "before", 10);
      fillUp(join(disk, "filler"));

      const results = await Promise.allSettled([
        transact(app, ({ db }) => insert(db, "small", 10)),
        transact(app, ({ db }) => insert(db, "large", 500_000)),
        insert(app.db, "medium", 50_000),
      ]);
      for (const result of results) expect(result).toMatchObject({ status: "rejected", reason: unavailable });
      expect(await keys(app.db)).toEqual(["before"]);

      rmSync(join(disk, "filler"));
      await transact(app, ({ db }) => insert(db, "after", 50_000));
      expect(await keys(app.db)).toEqual(["after", "before"]);
    } finally {
      await app.db.destroy();
      spawnSync("umount", [disk]);
      rmSync(disk, { recursive: true });
    }
  });

  test("at the n-th write every acknowledged row is kept, and writes work again after it", async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    for (const when of ["120", "130..140", "150..180"]) {
      const file = join(inject("scratch"), `${randomUUID()}.db`);
      await runWriter({ file, run: "before", rows: 1 });
      const told = await runWithFault(file, `inject=pwrite64:error=ENOSPC:when=${when}`, "pwrite64");
      expect(new Set(told.refused.map(({ reason }) => reason))).toEqual(new Set(["STORAGE_UNAVAILABLE"]));
      expect(told.refused.length).toBeGreaterThan(0);
      expect(told.acknowledged).toHaveLength(ROWS);
      expect(await checkLedger(file, told.acknowledged, true)).toMatchObject({
        lost: [],
        torn: 0,
        integrity: "ok",
      });
    }
  });
});

describe("when an fsync fails", () => {
  let file: string;
  let disk: LossyDisk;
  const acknowledged: string[] = [];

  beforeEach(async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    const name = randomUUID();
    file = join(inject("scratch"), `${name}.db`);
    disk = new LossyDisk(join(inject("scratch"), `${name}.trace`));
    acknowledged.length = 0;
    await write("before", 1);
  });

  /** Writes until all its rows are written or a fault kills it. */
  async function write(run: string, rows: number, ...faults: string[]): Promise<Told> {
    const told = await runWriter({ file, run, rows, wrapper: disk.recorder(run, ...faults) });
    disk.replay(run, file);
    acknowledged.push(...told.acknowledged);
    return told;
  }

  /** As another process finds it, and as it is found after a power cut. */
  async function expectAllKept(): Promise<void> {
    expect(await checkLedger(file, acknowledged, true)).toEqual(whole);
    const after = join(inject("scratch"), `${randomUUID()}.db`);
    disk.cutPower(file, after);
    expect(await checkLedger(after, acknowledged, false)).toEqual(whole);
  }

  test.each([
    ["once", "20"],
    ["once, later", "35"],
    ["until the third time", "20..22"],
  ])(
    "%s, its write is not acknowledged, writing goes on without a restart, and a power cut takes nothing that was acknowledged",
    async (_, when) => {
      const { acknowledged, refused } = await write("fault", 1_000_000, failing(when), killedLater);
      expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["STORAGE_UNAVAILABLE"]));
      const lastRefused = Math.max(...refused.map(({ id }) => numberOf(id)));
      expect(acknowledged.some((id) => numberOf(id) > lastRefused + 50)).toBe(true);
      await expectAllKept();
    },
  );

  test("and the process dies with it, the next one does not build on what never reached the disk", async () => {
    await write("fault", 1_000_000, failing("20:signal=SIGKILL"));
    const { refused } = await write("again", 1_000_000, killedLater);
    expect(refused).toEqual([]);
    await expectAllKept();
  });
});

const whole: Found = { lost: [], torn: 0, integrity: "ok" };
const failing = (when: string): string => `inject=fsync,fdatasync:error=EIO:when=${when}`;
const killedLater = `inject=pwrite64:signal=SIGKILL:when=${times(1_500, 4_000)}`;
const numberOf = (id: string): number => Number(id.split("-")[1]);

function runWithFault(file: string, fault: string, calls: string): Promise<Told> {
  const wrapper = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${calls}`, "-e", fault];
  return runWriter({ file, run: "fault", rows: ROWS, wrapper });
}
