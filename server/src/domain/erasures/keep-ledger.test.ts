import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { putErasures } from "../../storage/erasures.ts";
import { ledgerIn } from "../../storage/ledger-file.ts";
import { transact } from "../../storage/transact.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import { systemActor } from "../analytics/record-event.ts";
import { deleteStaleGuests } from "../guests/delete-stale-guests.ts";
import { cleanUp } from "../instance/clean-up.ts";
import { deleteProject } from "../projects/delete-project.ts";
import type { Project } from "../projects/project.ts";
import { createLedgerKeeper } from "./keep-ledger.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

describe.each(engines)("The ledger of erasures on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let folder: string;
  let stop: AbortController;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true, guestRetentionDays: 30 }));
    folder = mkdtempSync(join(inject("scratch"), "ledger-"));
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await t.close();
    rmSync(folder, { recursive: true });
  });

  const keeper = (app = t.app, at = folder) => {
    const keep = createLedgerKeeper(app, at);
    return () => keep(stop.signal);
  };
  const text = (at = folder) => readFileSync(ledgerIn(at), "utf8");
  const lines = (at = folder) =>
    text(at)
      .trimEnd()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const record = (userId: string, recordedAt = t.app.clock()) =>
    putErasures(t.app.db, [{ projectId: project.id, userId, recordedAt, erasedAt: recordedAt, banned: 0 }]);
  const names = (at = folder) => lines(at).map(({ userId }) => userId);

  /** As after a stop: the next keeper of this process finds the lock free. */
  const restart = () => {
    stop.abort();
    stop = new AbortController();
    return keeper();
  };

  test("has every user, guest and project that was erased, by id and time only", async () => {
    const { user } = await t.addUser(project, "ada@example.com", "correct horse battery");
    const guest = await t.auth(project).signInAnonymously({});
    const other = (await t.addProject("Other")).project;
    const ada = { id: user?.id ?? "", projectId: project.id };
    const erasedAt = t.app.clock();
    await transact(t.app, (app) => eraseUser(app, project, ada, { by: systemActor, reason: "x" }));
    await deleteProject(t.app, systemActor, other.slug);
    const run = keeper();
    await run();
    t.advance(31 * DAY_MS);
    await deleteStaleGuests(t.app, project);
    await run();
    const later = t.app.clock();
    expect(new Set(lines().map((line) => JSON.stringify(line)))).toEqual(
      new Set(
        [
          { recordedAt: erasedAt, projectId: project.id, userId: ada.id, erasedAt },
          { recordedAt: erasedAt, projectId: other.id, userId: "", erasedAt },
          { recordedAt: later, projectId: project.id, userId: guest.user?.id, erasedAt: later },
        ].map((line) => JSON.stringify(line)),
      ),
    );
    expect(statSync(ledgerIn(folder)).mode & 0o777).toBe(0o600);
  });

  test("an erasure that is rolled back is not in it", async () => {
    const { user } = await t.addUser(project, "ada@example.com", "correct horse battery");
    const ada = { id: user?.id ?? "", projectId: project.id };
    const failed = transact(t.app, async (app) => {
      await eraseUser(app, project, ada, { by: systemActor, reason: "x" });
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    await keeper()();
    expect(text()).toBe("");
  });

  test("a line cut short at any byte is written again, and nothing else is written twice", async () => {
    for (const id of ["a", "b", "c"]) await record(id);
    await keeper()();
    const whole = text();
    for (let length = whole.lastIndexOf("\n", whole.length - 2); length < whole.length; length++) {
      writeFileSync(ledgerIn(folder), whole.slice(0, length));
      await restart()();
      expect(text()).toBe(whole);
    }
  });

  test("a restart writes nothing again, and neither does a run without erasures", async () => {
    await record("a");
    await keeper()();
    const before = text();
    const run = restart();
    for (let minute = 0; minute < 30; minute++) {
      await run();
      t.advance(MINUTE_MS);
    }
    expect(text()).toBe(before);
  });

  test("a transaction that commits late, with an earlier time, is copied within a minute", async () => {
    const earlier = t.app.clock();
    t.advance(10 * MINUTE_MS);
    await record("on time");
    const run = keeper();
    await run();
    await record("late", earlier);
    t.advance(MINUTE_MS);
    await run();
    expect(names()).toEqual(["on time", "late"]);
  });

  test("a clock that was ahead for a while hides nothing", async () => {
    await record("from the future", t.app.clock() + 400 * DAY_MS);
    const run = keeper();
    await run();
    await record("now");
    t.advance(MINUTE_MS);
    await run();
    expect(names()).toEqual(["from the future", "now"]);
    await record("after a restart");
    await restart()();
    expect(new Set(names())).toEqual(new Set(["from the future", "now", "after a restart"]));
  });

  test.for([5 * MINUTE_MS, 60 * MINUTE_MS, 400 * DAY_MS])(
    "a row of %d ms in the future gets the time at which it is copied, and hides nothing of while the server was stopped",
    async (ahead) => {
      const copiedAt = t.app.clock();
      await record("from the future", copiedAt + ahead);
      await keeper()();
      expect(lines()).toMatchObject([{ recordedAt: copiedAt, erasedAt: copiedAt + ahead }]);
      stop.abort();
      t.advance(MINUTE_MS);
      await record("while it was stopped");
      t.advance(120 * MINUTE_MS);
      const run = restart();
      for (let minute = 0; minute < 3; minute++) {
        await run();
        t.advance(MINUTE_MS);
      }
      expect(names()).toEqual(["from the future", "while it was stopped"]);
    },
  );

  test("more than one batch is copied in one run", async () => {
    const recordedAt = t.app.clock();
    const rows = Array.from({ length: 2_500 }, (_, n) => ({ projectId: project.id, userId: `${n}` }));
    for (let at = 0; at < rows.length; at += 500) {
      const some = rows
        .slice(at, at + 500)
        .map((row) => ({ ...row, recordedAt, erasedAt: recordedAt, banned: 0 }));
      await putErasures(t.app.db, some);
    }
    await keeper()();
    expect(new Set(names()).size).toBe(2_500);
    expect(names()).toHaveLength(2_500);
    t.advance(200 * DAY_MS);
    await record("new");
    await restart()();
    t.advance(201 * DAY_MS);
    await restart()();
    expect(names()).toEqual(["new"]);
  });

  test("a ledger that somebody removed is written anew from the database", async () => {
    await record("a");
    const run = keeper();
    await run();
    t.advance(DAY_MS);
    await record("b");
    rmSync(ledgerIn(folder));
    await run();
    expect(names()).toEqual(["a", "b"]);
  });

  test("two replicas keep a ledger each, and what one erases is in both", async () => {
    const replica = await TestApp.open(engine, { database: t.database });
    const there = mkdtempSync(join(inject("scratch"), "ledger-"));
    const [here, other] = [keeper(), keeper(replica.app, there)];
    await record("a");
    await here();
    const at = t.app.clock();
    const erased = { projectId: "p", userId: "b", recordedAt: at, erasedAt: at, banned: 0 };
    await putErasures(replica.app.db, [erased]);
    await other();
    t.advance(MINUTE_MS);
    await here();
    await replica.close();
    for (const place of [folder, there]) expect(names(place).sort()).toEqual(["a", "b"]);
  });

  test("of two processes with the same folder one writes, and the other when that one has stopped", async () => {
    const second = new AbortController();
    await record("a");
    await keeper()();
    const next = createLedgerKeeper(t.app, folder);
    await record("b");
    await next(second.signal);
    expect(names()).toEqual(["a"]);
    stop.abort();
    await next(second.signal);
    expect(names()).toEqual(["a", "b"]);
    second.abort();
  });

  test("lines and rows are removed after 400 days, and what a killed rewrite left is no obstacle", async () => {
    await record("old");
    const run = keeper();
    await run();
    t.advance(401 * DAY_MS);
    await record("new");
    writeFileSync(`${ledgerIn(folder)}.new`, '{"half');
    await run();
    await run();
    expect(names()).toEqual(["new"]);
    expect(statSync(ledgerIn(folder)).mode & 0o777).toBe(0o600);
    await cleanUp(t.app);
    const rows = await t.app.db.selectFrom("erasures").select("userId").execute();
    expect(rows).toEqual([{ userId: "new" }]);
  });

  test("lines are kept as long as an older backup is in the folder of the scheduled backups", async () => {
    await record("old");
    writeFileSync(join(folder, "svc-backup-20300101T000000Z.tar.gz"), "");
    const run = keeper({ ...t.app, backupSchedule: { folder, intervalMs: DAY_MS, keep: 0 } });
    await run();
    t.advance(800 * DAY_MS);
    await run();
    expect(names()).toEqual(["old"]);
    rmSync(join(folder, "svc-backup-20300101T000000Z.tar.gz"));
    t.advance(DAY_MS);
    await run();
    expect(names()).toEqual([]);
  });

  test("a damaged line in the middle stays for the operator, and new lines follow it", async () => {
    await record("a");
    await keeper()();
    appendFileSync(ledgerIn(folder), "damaged\n");
    t.advance(401 * DAY_MS);
    await record("b");
    await restart()();
    expect(text()).toMatch(/^damaged\n\{.*"userId":"b".*\}\n$/);
  });
});
