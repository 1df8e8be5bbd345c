import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LocalApp } from "../../compose.ts";
import { ledgerIn } from "../../storage/ledger-file.ts";
import { engines } from "../../testing/engines.ts";
import { Instance } from "../../testing/instance.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { systemActor } from "../analytics/record-event.ts";
import { isBanned } from "../bans/is-banned.ts";
import { createLedgerKeeper } from "../erasures/keep-ledger.ts";
import { createProject } from "../projects/create-project.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { listUserChanges } from "../user-data/list-user-changes.ts";
import { deleteUser } from "../users/delete-user.ts";
import { disableUser, enableUser } from "../users/disable-user.ts";

const DAY_MS = 86_400_000;
const ADA = "ada@example.com";

describe.each(engines)("After a restore on $kind", (engine) => {
  let here: Instance;
  let there: Instance;
  let project: Project;
  let ada: string;
  beforeEach(async () => {
    here = await Instance.createMigrated(engine);
    there = await Instance.create(engine);
    await here.use(async (app) => {
      const created = await createProject(app, systemActor, { name: "Demo", slug: "" });
      const settings = { banErasedUsers: true, deletionGraceDays: 30 };
      project = await updateProject(app, systemActor, created.project.id, { settings });
    });
    ada = await add({ email: ADA, emailVerifiedAt: 1 });
  });
  afterEach(() => {
    here.remove();
    there.remove();
  });

  const add = (facts: object) =>
    here.use(async (app) => (await insertManyUsers(app, project, [facts]))[0]?.id ?? "");
  const scope = () => ({ project, by: systemActor, tellsOtherProjects: false });
  const backUp = async () => (await here.backUp(join(here.home, "b.tar.gz"))).file;
  const isAdaBanned = (instance: Instance) => instance.use((app) => isBanned(app, project, { email: ADA }));
  const copyLedger = async (app: LocalApp) => {
    const stop = new AbortController();
    await createLedgerKeeper(app, here.config.dataDir)(stop.signal);
    stop.abort();
  };

  describe("who was disabled and erased since the backup", () => {
    test.for(["the replaced database", "the ledger"])("is banned again: %s tells it", async (source) => {
      const backup = await backUp();
      await here.use(async (app) => {
        await disableUser(app, scope(), ada);
        await deleteUser(app, scope(), ada);
        await copyLedger(app);
      });
      expect(await isAdaBanned(here)).toBe(true);
      const target = source === "the ledger" ? there : here;
      const erasures = source === "the ledger" ? [ledgerIn(here.config.dataDir)] : [];
      const { erasedAgain } = await target.restore(backup, { force: true, erasures });
      expect(erasedAgain.users).toBe(1);
      expect(await isAdaBanned(target)).toBe(true);
    });

    test("is banned again by a second restore, too", async () => {
      const backup = await backUp();
      await here.use(async (app) => {
        await disableUser(app, scope(), ada);
        await deleteUser(app, scope(), ada);
      });
      await here.restore(backup, { force: true });
      await here.use(copyLedger);
      await there.restore(backup, { erasures: [ledgerIn(here.config.dataDir)] });
      expect(await isAdaBanned(there)).toBe(true);
    });
  });

  test("who was disabled in the backup, and enabled when they were erased, is not banned", async () => {
    await here.use((app) => disableUser(app, scope(), ada));
    const backup = await backUp();
    await here.use(async (app) => {
      await enableUser(app, scope(), ada);
      await deleteUser(app, scope(), ada);
    });
    const { erasedAgain } = await here.restore(backup, { force: true });
    expect(erasedAgain.users).toBe(1);
    expect(await isAdaBanned(here)).toBe(false);
  });

  test("a deletion that was due meanwhile waits for seven days more, and a later one stays as it is", async () => {
    const now = Date.now();
    const due = { deletionReason: "self_service" };
    const soon = await add({ email: "soon@example.com", deletionDueAt: now + DAY_MS, ...due });
    const late = await add({ email: "late@example.com", deletionDueAt: now + 20 * DAY_MS, ...due });
    const backup = await backUp();
    const restoredAt = now + 3 * DAY_MS;
    await here.restore(backup, { force: true, clock: () => restoredAt });
    const rows = await here.use(({ db }) => db.selectFrom("users").select(["id", "deletionDueAt"]).execute());
    const dueAt = new Map(rows.map(({ id, deletionDueAt }) => [id, deletionDueAt]));
    expect(dueAt.get(soon)).toBe(restoredAt + 7 * DAY_MS);
    expect(dueAt.get(late)).toBe(now + 20 * DAY_MS);
    expect(dueAt.get(ada)).toBeNull();
  });

  describe("a cursor of the changes of users", () => {
    /** Later than the time for which changes are held back. */
    const list = (instance: Instance, input: { cursor?: string; limit?: number; fromNow?: boolean }) =>
      instance.use((app) => {
        const later = { ...app, clock: () => Date.now() + 60_000 };
        return listUserChanges(later, project, { cursor: "", limit: 0, fromNow: false, ...input });
      });
    const kinds: [string, { fromNow?: boolean; limit?: number }][] = [
      ["from now on", { fromNow: true }],
      ["in the middle of a list", { limit: 1 }],
    ];

    test.each(kinds)("%s that was given before is refused, and a new one works", async (_, input) => {
      await here.use(async (app) => {
        await disableUser(app, scope(), ada);
        await enableUser(app, scope(), ada);
      });
      const backup = await backUp();
      const before = await list(here, input);
      expect(before.hasMore).toBe(input.limit === 1);
      await list(here, { cursor: before.nextCursor });
      await here.restore(backup, { force: true });
      const old = list(here, { cursor: before.nextCursor });
      await expect(old).rejects.toMatchObject({ reason: "CURSOR_EXPIRED" });
      const { nextCursor } = await list(here, input);
      await list(here, { cursor: nextCursor });
    });
  });
});
