import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { backUpOnSchedule } from "../../domain/backups/back-up-on-schedule.ts";
import { claimMasterKey } from "../../domain/instance/claim-master-key.ts";
import { holdJob } from "../../domain/instance/job-lease.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST = "svc-backup-20300101T000000Z.tar.gz";
const SECOND = "svc-backup-20300101T010000Z.tar.gz";

describe.each(engines)("Backups of the instance on $kind", (engine) => {
  let home: string;
  let folder: string;
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    home = mkdtempSync(join(inject("scratch"), "backups-"));
    folder = join(home, "backups");
    t = await TestApp.open(engine, { backups: { folder, intervalMs: 24 * HOUR_MS, keep: 3 } });
    await claimMasterKey(t.app);
    token = (await t.addAdmin()).token;
  });
  afterEach(async () => {
    await t.close();
    rmSync(home, { recursive: true, force: true });
  });

  const instance = (on: TestApp = t) =>
    on.client(InstanceSettingsService, { authorization: `Bearer ${token}` });
  const makeOne = async () => {
    await instance().startBackup({});
    await t.app.background.idle();
  };
  const audit = () =>
    t.app.db.selectFrom("events").selectAll().where("kind", "=", "admin.backup_made").orderBy("id").execute();

  test("a started backup is listed with its size, newest first, and is in the audit log", async () => {
    expect(await instance().listBackups({})).toMatchObject({
      directory: folder,
      backups: [],
      running: false,
    });
    await makeOne();
    t.advance(HOUR_MS);
    await makeOne();
    mkdirSync(join(folder, "svc-backup-20310101T000000Z.tar.gz"));
    writeFileSync(join(folder, "mine.tar.gz"), "mine");

    const { backups, nextBackupAt, status, problem } = await instance().listBackups({});
    expect(backups.map(({ name }) => name)).toEqual([SECOND, FIRST]);
    expect(backups.map(({ createdAt }) => createdAt && timestampMs(createdAt))).toEqual([
      t.app.clock(),
      t.app.clock() - HOUR_MS,
    ]);
    for (const { sizeBytes } of backups) expect(sizeBytes).toBeGreaterThan(1000n);
    expect([status?.failures, status?.lastFailure, problem]).toEqual([0, "", ""]);

    const dueAt = (nextBackupAt && timestampMs(nextBackupAt)) ?? 0;
    t.advance(dueAt - 1 - t.app.clock());
    expect(await backUpOnSchedule(t.app)).toBe(false);
    t.advance(1);
    expect(await backUpOnSchedule(t.app)).toBe(true);

    const events = await audit();
    expect(events.map(({ actor, data }) => [actor, JSON.parse(data).file])).toEqual([
      ["admin:root@example.com", FIRST],
      ["admin:root@example.com", SECOND],
    ]);
  });

  test("one at a time: while any replica writes one, the list says so and another is refused", async () => {
    expect(await holdJob(t.app, "backup", "another replica", 10 * MINUTE_MS)).toBe(true);
    expect((await instance().listBackups({})).running).toBe(true);
    expect(await reasonOf(instance().startBackup({}))).toBe("BACKUP_RUNNING");
    t.advance(10 * MINUTE_MS);
    expect((await instance().listBackups({})).running).toBe(false);
    await makeOne();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("a backup that fails is told with its reason, is no event, and leaves the way free", async () => {
    writeFileSync(folder, "in the way");
    await makeOne();
    const { status, problem, running } = await instance().listBackups({});
    expect(status).toMatchObject({ failures: 1, lastFailure: expect.stringContaining(folder) });
    expect(problem).toContain("ENOTDIR");
    expect(running).toBe(false);
    expect(await audit()).toEqual([]);
    rmSync(folder);
    t.advance(1000);
    await makeOne();
    expect((await instance().listBackups({})).status).toMatchObject({ failures: 0, lastFailure: "" });
  });

  test("a server that stops gives a backup up, and the next one may begin at once", async () => {
    await Promise.all([instance().startBackup({}), t.app.background.end()]);
    await t.app.background.idle();
    expect(await instance().listBackups({})).toMatchObject({
      running: false,
      backups: [],
      status: { failures: 0 },
    });
  });

  test("without a backup directory there is no list, and none is started", async () => {
    const without = await TestApp.open(engine, { database: t.database });
    expect(await instance(without).listBackups({})).toMatchObject({ directory: "", backups: [] });
    expect(await reasonOf(instance(without).startBackup({}))).toBe("BACKUPS_NOT_CONFIGURED");
    await without.close();
  });
});
