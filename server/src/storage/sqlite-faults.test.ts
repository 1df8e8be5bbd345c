import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { checkLedger, runWriter } from "../testing/crash-ledger.ts";
import { fillUp } from "../testing/fill-up.ts";
import { hasStrace, notRun } from "../testing/not-run.ts";
import type { Db } from "./db.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import { transact } from "./transact.ts";

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
      await runWriter({ file, run: "before", attempts: 1 });
      const told = await runWithFault(file, `inject=pwrite64:error=ENOSPC:when=${when}`, "pwrite64");
      expect(new Set(told.refused.map(({ reason }) => reason))).toEqual(new Set(["STORAGE_UNAVAILABLE"]));
      expect(told.acknowledged).toContain("fault-599");
      expect(await checkLedger(file, told.acknowledged, true)).toMatchObject({
        lost: [],
        torn: 0,
        integrity: "ok",
      });
    }
  });
});

describe("when an fsync fails", () => {
  test("the write is never acknowledged, and nothing more is written until a restart", async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    for (const when of ["20", "35", "20+"]) {
      const file = join(inject("scratch"), `${randomUUID()}.db`);
      await runWriter({ file, run: "before", attempts: 1 }); // the fault is for the writes, not for the migrations
      const told = await runWithFault(
        file,
        `inject=fsync,fdatasync:error=EIO:when=${when}`,
        "fsync,fdatasync",
      );
      const firstRefused = Math.min(...told.refused.map(({ id }) => Number(id.split("-")[1])));
      const acknowledgedAfter = told.acknowledged.filter((id) => Number(id.split("-")[1]) > firstRefused + 8);
      expect(told.acknowledged.length).toBeGreaterThan(0);
      expect(acknowledgedAfter).toEqual([]);
      expect(new Set(told.refused.map(({ reason }) => reason))).toEqual(new Set(["STORAGE_UNAVAILABLE"]));

      expect(await checkLedger(file, told.acknowledged, true)).toMatchObject({ lost: [], integrity: "ok" });
      const again = await runWriter({ file, run: "again", attempts: 20 });
      expect(again.acknowledged).toHaveLength(20);
    }
  });
});

function runWithFault(file: string, fault: string, calls: string): ReturnType<typeof runWriter> {
  const wrapper = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${calls}`, "-e", fault];
  return runWriter({ file, run: "fault", attempts: 600, wrapper });
}
