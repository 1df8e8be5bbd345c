import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { UserService as AdminUsers } from "@svc/proto/svc/admin/v1/users_pb";
import { UserService as ServerUsers } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeBackup } from "../../src/domain/backups/write-backup.ts";
import { deleteStaleGuests } from "../../src/domain/guests/delete-stale-guests.ts";
import { cleanUp } from "../../src/domain/instance/clean-up.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { insertInstanceSetting } from "../../src/storage/instance-settings.ts";
import { snapshotOf } from "../../src/storage/snapshot.ts";
import { engines } from "../../src/testing/engines.ts";
import { allRows } from "../../src/testing/instance.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { addGuest, addPerson, mailedTo, PASSWORD, type Person } from "./person.ts";

const DAY = 86_400_000;

describe.each(engines)("Nothing is left of an erased person on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let adminToken: string;
  beforeEach(async () => {
    const database = await engine.create();
    t = await TestApp.open(engine, { database, rateLimits: "off", trustedProxies: ["127.0.0.1"] });
    const settings = { allowAnonymousSignIn: true, guestRetentionDays: 30 };
    ({ project, secretKey } = await t.addProject("Demo", settings));
    ({ token: adminToken } = await t.addAdmin());
  });
  afterEach(() => t.close());

  const erase: Record<string, (person: Person) => Promise<unknown>> = {
    "the app": ({ accessToken }) => t.auth(project, accessToken).deleteAccount({ currentPassword: PASSWORD }),
    async "an emailed link"({ email }) {
      await t.auth(project).requestAccountDeletion({ email });
      return t.auth(project).confirmAccountDeletion({ token: await mailedTo(t, email) });
    },
    "a backend": ({ id }) => t.client(ServerUsers, { "x-svc-key": secretKey }).deleteUser({ userId: id }),
    "an administrator": ({ id }) =>
      t
        .client(AdminUsers, { authorization: `Bearer ${adminToken}` })
        .deleteUser({ project: "demo", userId: id }),
    async "the deletion of the project"() {
      await t.projects(adminToken).deleteProject({ project: "demo" });
      await cleanUp(t.app);
    },
  };

  /** Backends, the audit and a restore learn whose account was deleted. The id tells nothing more. */
  const placesAfter: Record<string, readonly string[]> = {
    "the app": ["erasures", "user.deleted"],
    "an emailed link": ["erasures", "user.deleted"],
    "a backend": ["erasures", "user.deleted"],
    "an administrator": ["admin.user_deleted", "erasures", "user.deleted"],
    "the deletion of the project": [],
  };

  test.each(Object.keys(erase))("when %s erases them", async (path) => {
    const other = await addPerson(t, project, adminToken);
    const person = await addPerson(t, project, adminToken);
    await addPerson(t, project, adminToken);
    expect(await marksIn(t, person)).toEqual(Object.keys(person.marks).toSorted());
    await erase[path]?.(person);
    expect(await marksIn(t, person)).toEqual([]);
    expect(await placesOf(t, person.id)).toEqual(placesAfter[path]);
    if (path !== "the deletion of the project")
      expect(await marksIn(t, other)).toEqual(Object.keys(other.marks).toSorted());
    if (engine.kind === "sqlite") await expectNoBytesOf(t, person);
  });

  test("when the retention of guests ends", async () => {
    const guest = await addGuest(t, project);
    expect(await marksIn(t, guest)).toEqual(Object.keys(guest.marks).toSorted());
    t.advance(40 * DAY);
    const other = await addGuest(t, project);
    expect(await deleteStaleGuests(t.app, project)).toBe(1);
    expect(await marksIn(t, guest)).toEqual([]);
    expect(await marksIn(t, other)).toEqual(Object.keys(other.marks).toSorted());
    if (engine.kind === "sqlite") await expectNoBytesOf(t, guest);
  });
});

/** Which of a person's marks are in any column of any table. */
async function marksIn(t: TestApp, { marks }: Person): Promise<string[]> {
  const rows = Object.values(await allRows(t.app.db))
    .flat()
    .join("\n");
  return Object.keys(marks)
    .filter((name) => rows.includes(JSON.stringify(marks[name]).slice(1, -1)))
    .toSorted();
}

/** The tables in which an id is, and the kinds of events. */
async function placesOf(t: TestApp, id: string): Promise<string[]> {
  const found = Object.entries(await allRows(t.app.db)).flatMap(([table, rows]) =>
    (rows as string[])
      .filter((row) => row.includes(id))
      .map((row) => (table === "events" ? JSON.parse(row).kind : table) as string),
  );
  return found.toSorted();
}

/** In the stopped database and in a backup that was taken after the deletion. */
async function expectNoBytesOf(t: TestApp, person: Person): Promise<void> {
  if (t.database.kind !== "sqlite") throw new Error("not a file");
  const to = join(mkdtempSync(join(tmpdir(), "svc-erasure-")), "backup.tar.gz");
  await insertInstanceSetting(t.app.db, "master_key_id", "test", 0);
  const takeSnapshot = snapshotOf({ db: t.app.db, masterKey: new Uint8Array(32), directory: undefined });
  await writeBackup({ ...t.app, takeSnapshot }, { to });
  const unpacked = gunzipSync(readFileSync(to));
  await t.close();
  for (const bytes of [unpacked, readFileSync(t.database.file)]) {
    const found = Object.entries(person.marks).filter(([, mark]) => bytes.includes(mark));
    expect(found.map(([name]) => name)).toEqual([]);
  }
}
