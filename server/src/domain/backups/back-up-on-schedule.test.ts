import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { serverJobs } from "../../jobs/server-jobs.ts";
import { takeApart } from "../../testing/archive-forge.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import { claimMasterKey } from "../instance/claim-master-key.ts";
import { holdJob } from "../instance/job-lease.ts";
import { backUpOnSchedule } from "./back-up-on-schedule.ts";
import { backupStatus } from "./backup-status.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More than the jitter can be. */
const A_BIT_MS = 6 * MINUTE_MS;

describe.each(engines)("scheduled backups on $kind", (engine) => {
  let home: string;
  let folder: string;
  let t: TestApp;
  beforeEach(async () => {
    home = mkdtempSync(join(inject("scratch"), "schedule-"));
    folder = join(home, "backups");
    t = await TestApp.open(engine, { backups: { folder, intervalMs: 24 * HOUR_MS, keep: 3 } });
    await claimMasterKey(t.app);
  });
  afterEach(async () => {
    await t.close();
    rmSync(home, { recursive: true, force: true });
  });

  const names = (): string[] => readdirSync(folder).sort();
  const run = (): Promise<boolean> => backUpOnSchedule(t.app);
  const getInstance = async () => {
    const { token } = await t.addAdmin();
    return t.client(InstanceSettingsService, { authorization: `Bearer ${token}` }).getInstance({});
  };

  test("the first is written at once, the next after the interval and a little, also after a restart", async () => {
    expect(await run()).toBe(true);
    expect(names()).toEqual(["svc-backup-20300101T000000Z.tar.gz"]);
    expect(takeApart(readFileSync(join(folder, names()[0] ?? ""))).manifest.engine).toBe(engine.kind);
    for (const wait of [0, HOUR_MS, 22 * HOUR_MS]) {
      t.advance(wait);
      expect(await run()).toBe(false);
    }
    t.advance(HOUR_MS + A_BIT_MS);
    expect(await run()).toBe(true);
    expect(await run()).toBe(false);
    expect(names()).toHaveLength(2);
  });

  test("each instance waits a little longer than the interval, always alike, never more than five minutes", async () => {
    await run();
    t.advance(24 * HOUR_MS - 1);
    expect(await run()).toBe(false);
    let waited = -1;
    while (!(await run())) {
      t.advance(10_000);
      waited += 10_000;
    }
    expect(waited).toBeLessThanOrEqual(5 * MINUTE_MS + 10_000);
  });

  test("only as many as wanted are kept, the newest, and nothing of anybody else is touched", async () => {
    mkdirSync(folder);
    const foreign = [
      "mine.tar.gz",
      "svc-backup-mine.tar.gz",
      "svc-backup-20200101T000000Z.tar.gz.old",
      "notes",
    ];
    for (const name of [...foreign, "svc-backup-20200101T000000Z.tar.gz"])
      writeFileSync(join(folder, name), "");
    for (let day = 0; day < 5; day++) {
      expect(await run()).toBe(true);
      t.advance(24 * HOUR_MS + A_BIT_MS);
    }
    const ours = names().filter((name) => !foreign.includes(name));
    expect(names()).toEqual(expect.arrayContaining(foreign));
    expect(ours.map((name) => name.slice(11, 19))).toEqual(["20300103", "20300104", "20300105"]);
  });

  test("a failure is told, tried again later and later, and removes no older backup", async () => {
    await run();
    await run();
    t.advance(24 * HOUR_MS + A_BIT_MS);
    const kept = names();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "in the way");

    const attempts: number[] = [];
    for (let minute = 0; minute < 200; minute++) {
      await run();
      if ((await backupStatus(t.app)).lastFailure?.at === t.app.clock()) attempts.push(minute);
      t.advance(MINUTE_MS);
    }
    expect(attempts).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    const { backups, lastBackupAt } = await getInstance();
    expect(backups).toMatchObject({ failures: 9, lastFailure: expect.stringContaining(folder) });
    expect(lastBackupAt && timestampMs(lastBackupAt)).toBe(Date.parse("2030-01-01T00:00:00Z"));
    expect(t.logLines.filter((line) => line.includes('"backup failed"'))).toHaveLength(9);

    rmSync(folder);
    mkdirSync(folder);
    writeFileSync(join(folder, kept[0] ?? ""), "");
    t.advance(HOUR_MS);
    expect(await run()).toBe(true);
    expect(names()).toHaveLength(2);
    expect(names()).toContain(kept[0]);
    expect((await backupStatus(t.app)).failures).toBe(0);
    expect((await getInstance()).backups).toMatchObject({ failures: 0, lastFailure: "" });
  });

  test("GetInstance tells the interval, the last one and its size, and nothing without a schedule", async () => {
    expect(await getInstance()).toMatchObject({
      backups: { intervalSeconds: 86_400n, lastSizeBytes: 0n, failures: 0 },
    });
    await run();
    const { backups, lastBackupAt } = await getInstance();
    expect(lastBackupAt && timestampMs(lastBackupAt)).toBe(t.app.clock());
    expect(backups?.lastSizeBytes).toBeGreaterThan(1000n);
    const without = await TestApp.open(engine, { database: t.database });
    const { token } = await without.addAdmin();
    const client = without.client(InstanceSettingsService, { authorization: `Bearer ${token}` });
    expect((await client.getInstance({})).backups).toBeUndefined();
    await without.close();
  });

  test("of several replicas one writes it, and a run under way is not joined by another", async () => {
    const beside = await TestApp.open(engine, {
      database: t.database,
      backups: { folder: join(home, "beside"), intervalMs: HOUR_MS, keep: 3 },
    });
    const wrote = await Promise.all([
      run(),
      backUpOnSchedule(beside.app),
      run(),
      backUpOnSchedule(beside.app),
    ]);
    expect(wrote.filter(Boolean)).toHaveLength(1);
    t.advance(25 * HOUR_MS);
    expect(await holdJob(t.app, "backup", "somebody else", 10 * MINUTE_MS)).toBe(true);
    expect(await run()).toBe(false);
    t.advance(11 * MINUTE_MS);
    expect(await run()).toBe(true);
    await beside.close();
  });

  test("told to stop, it leaves nothing behind and counts no failure", async () => {
    const stopping = new AbortController();
    stopping.abort();
    expect(await backUpOnSchedule(t.app, stopping.signal)).toBe(false);
    expect(names()).toEqual([]);
    expect(await backupStatus(t.app)).toEqual({ failures: 0 });
    expect(await run()).toBe(true);
  });

  test("a clock that was ahead does not put the next one off", async () => {
    t.advance(10 * 365 * 24 * HOUR_MS);
    await run();
    t.advance(-10 * 365 * 24 * HOUR_MS);
    expect(await run()).toBe(true);
  });

  test("the server has the job when it has a schedule, and not otherwise", () => {
    const jobs = (app: TestApp["app"]): string[] => serverJobs(app).map(({ name }) => name);
    expect(jobs(t.app)).toContain("backup");
    expect(jobs({ ...t.app, backupSchedule: undefined })).not.toContain("backup");
  });
});
