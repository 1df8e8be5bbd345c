import { appendFileSync, chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LocalApp } from "../../compose.ts";
import { newToken } from "../../crypto/random-token.ts";
import { erasuresFrom, listErasures } from "../../storage/erasures.ts";
import { ledgerIn } from "../../storage/ledger-file.ts";
import { engines } from "../../testing/engines.ts";
import { Instance } from "../../testing/instance.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { asked } from "../../testing/nothing-asked.ts";
import { signUp } from "../accounts/sign-up.ts";
import { systemActor } from "../analytics/record-event.ts";
import { createLedgerKeeper } from "../erasures/keep-ledger.ts";
import { deleteAllStaleGuests } from "../guests/delete-stale-guests.ts";
import { createProject } from "../projects/create-project.ts";
import { deleteProject } from "../projects/delete-project.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { deleteUser } from "../users/delete-user.ts";

const DEVICE = { userAgent: "Device of Ada", ip: "192.0.2.77" };
const DAY_MS = 86_400_000;

/** Ada and Bob are members, one guest has not been seen for long, and the second project has Carol. */
type People = Readonly<{
  demo: Project;
  doomed: Project;
  ada: string;
  bob: string;
  guest: string;
  carol: string;
}>;

async function addPeople(app: LocalApp): Promise<People> {
  const created = await createProject(app, systemActor, { name: "Demo", slug: "" });
  const demo = await updateProject(app, systemActor, created.project.id, {
    settings: { guestRetentionDays: 30 },
  });
  const { project: doomed } = await createProject(app, systemActor, { name: "Doomed", slug: "" });
  const add = async (project: Project, name: string): Promise<string> => {
    const facts = { email: `${name}@example.com`, password: "correct horse", displayName: `The ${name}` };
    await signUp(app, project, { ...facts, attemptId: newToken(), asked }, DEVICE);
    const { id } = await app.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", facts.email)
      .executeTakeFirstOrThrow();
    return id;
  };
  const then = Date.now() - 100 * DAY_MS;
  const [guest] = await insertManyUsers(app, demo, [{ guestSince: then, createdAt: then, updatedAt: then }]);
  return {
    ...{ demo, doomed, guest: guest?.id ?? "" },
    ada: await add(demo, "ada"),
    bob: await add(demo, "bob"),
    carol: await add(doomed, "carol"),
  };
}

async function eraseAll(app: LocalApp, { demo, doomed, ada }: People): Promise<void> {
  await deleteUser(app, { project: demo, by: systemActor, tellsOtherProjects: false }, ada);
  await deleteAllStaleGuests(app);
  await deleteProject(app, systemActor, doomed.slug);
}

async function copyLedger(app: LocalApp, folder: string): Promise<void> {
  const stop = new AbortController();
  await createLedgerKeeper(app, folder)(stop.signal);
  stop.abort();
}

describe.each(engines)("A restore on $kind", (engine) => {
  let here: Instance;
  let there: Instance;
  let people: People;
  let backup: string;
  beforeEach(async () => {
    here = await Instance.createMigrated(engine);
    there = await Instance.create(engine);
    people = await here.use(addPeople);
    mkdirSync(join(here.home, "backups"));
    backup = (await here.backUp(join(here.home, "backups/b.tar.gz"))).file;
  });
  afterEach(() => {
    here.remove();
    there.remove();
  });

  const ledger = (instance = here) => ledgerIn(instance.config.dataDir);
  const erase = (copies = true) =>
    here.use(async (app) => {
      await eraseAll(app, people);
      if (copies) await copyLedger(app, here.config.dataDir);
    });
  const usersIn = (instance: Instance) =>
    instance.use(async ({ db }) => (await db.selectFrom("users").select("id").execute()).map(({ id }) => id));
  const everybody = () => [people.ada, people.bob, people.guest, people.carol].sort();

  /** The tables that have this text anywhere. */
  const tablesWith = async (instance: Instance, value: string): Promise<string[]> =>
    Object.entries(await instance.rows())
      .filter(([, rows]) => rows.some((row) => String(row).includes(value)))
      .map(([name]) => name);

  test("erases the users, guests and projects again that were erased since the backup", async () => {
    await erase();
    const named = () => Promise.all([people.ada, people.guest].map((id) => tablesWith(here, id)));
    const afterErasure = await named();
    const { erasedAgain, knowsErased } = await here.restore(backup, { force: true });
    expect({ ...erasedAgain, knowsErased }).toEqual({ users: 2, projects: 1, knowsErased: true });
    expect(await usersIn(here)).toEqual([people.bob]);
    expect(await named()).toEqual(afterErasure);
    for (const value of ["ada@example.com", "The ada", "carol@example.com", "The carol", people.carol]) {
      expect(await tablesWith(here, value)).toEqual([]);
    }
    const events = await here.use(({ db }) =>
      db.selectFrom("events").selectAll().where("kind", "=", "user.deleted").execute(),
    );
    expect(events.map(({ data }) => data)).toEqual(Array(2).fill('{"reason":"erased_before"}'));
    expect(await tablesWith(here, "bob@example.com")).toContain("users");
  });

  test("knows whom a killed server had erased but not yet copied to the ledger", async () => {
    await erase(false);
    expect(existsSync(ledger())).toBe(false);
    const { erasedAgain, knowsErased } = await here.restore(backup, { force: true });
    expect({ ...erasedAgain, knowsErased }).toEqual({ users: 2, projects: 1, knowsErased: true });
    expect(await usersIn(here)).toEqual([people.bob]);
  });

  test("does not lose the ledger: a second restore erases the same again, also without the replaced database", async () => {
    await erase(false);
    await here.restore(backup, { force: true });
    await here.use((app) => copyLedger(app, here.config.dataDir));
    const { erasedAgain } = await there.restore(backup, { erasures: [ledger()] });
    expect(erasedAgain).toEqual({ users: 2, projects: 1 });
  });

  test.for(["in the data directory", "beside the backup", "in the backup directory", "that is named"])(
    "reads a ledger %s",
    async (place) => {
      await erase();
      const folders: Record<string, string> = {
        "in the data directory": there.config.dataDir,
        "beside the backup": join(here.home, "backups"),
        "in the backup directory": join(there.home, "kept"),
      };
      const folder = folders[place];
      if (folder !== undefined) {
        mkdirSync(folder, { recursive: true });
        copyFileSync(ledger(), ledgerIn(folder));
      }
      const { erasedAgain, ledgers } = await there.restore(backup, {
        backupDir: join(there.home, "kept"),
        erasures: folder === undefined ? [ledger()] : [],
      });
      expect(erasedAgain).toEqual({ users: 2, projects: 1 });
      expect(ledgers).toEqual([folder === undefined ? ledger() : ledgerIn(folder)]);
      expect(await usersIn(there)).toEqual([people.bob]);
    },
  );

  test("says when nobody can tell who was erased", async () => {
    await erase();
    const { erasedAgain, knowsErased } = await there.restore(backup);
    expect({ ...erasedAgain, knowsErased }).toEqual({ users: 0, projects: 0, knowsErased: false });
    expect((await usersIn(there)).sort()).toEqual(everybody());
  });

  test("brings the erased back if told to, and later backups keep them", async () => {
    await erase();
    const { erasedAgain } = await here.restore(backup, { force: true, keepErased: true });
    expect(erasedAgain).toEqual({ users: 2, projects: 1 });
    expect((await usersIn(here)).sort()).toEqual(everybody());
    const later = (await here.backUp(join(here.home, "later.tar.gz"))).file;
    expect((await here.restore(later, { force: true })).erasedAgain).toEqual({ users: 0, projects: 0 });
    expect((await usersIn(here)).sort()).toEqual(everybody());
    expect((await here.restore(backup, { force: true })).erasedAgain).toEqual({ users: 2, projects: 1 });
  });

  test("leaves users alone who were erased before the backup and imported again", async () => {
    const again = await here.use(async (app) => {
      const scope = { project: people.demo, by: systemActor, tellsOtherProjects: false };
      await deleteUser(app, scope, people.ada);
      await copyLedger(app, here.config.dataDir);
      const [user] = await insertManyUsers(app, people.demo, [{ id: people.ada, email: "ada@example.com" }]);
      return user?.id;
    });
    const later = (await here.backUp(join(here.home, "later.tar.gz"))).file;
    expect((await here.restore(later, { force: true })).erasedAgain.users).toBe(0);
    expect(await usersIn(here)).toContain(again);
  });

  test("ignores a last line that was cut short, and erasures from long before the backup", async () => {
    await erase();
    const old = Date.now() - 40 * DAY_MS;
    const line = { recordedAt: old, projectId: people.demo.id, userId: people.bob, erasedAt: old };
    writeFileSync(
      join(here.home, "old.ndjson"),
      `${JSON.stringify(line)}\n${JSON.stringify(line).slice(0, 60)}`,
    );
    const { erasedAgain } = await here.restore(backup, {
      force: true,
      erasures: [join(here.home, "old.ndjson")],
    });
    expect(erasedAgain).toEqual({ users: 2, projects: 1 });
    expect(await usersIn(here)).toEqual([people.bob]);
  });

  test("refuses a damaged ledger, a missing and an unreadable one, and changes nothing", async () => {
    await erase();
    const before = await here.rows();
    const refused = (options: object) => here.restore(backup, { force: true, ...options });
    await expect(refused({ erasures: [join(here.home, "none.ndjson")] })).rejects.toMatchObject({
      name: "OperatorError",
      message: expect.stringContaining("none.ndjson (ENOENT)"),
    });
    appendFileSync(ledger(), `{"userId":"x"}\n`);
    await expect(refused({})).rejects.toMatchObject({
      name: "OperatorError",
      message: `line 4 of the ledger of erasures ${ledger()} is damaged`,
      hint: expect.stringContaining("nothing was changed"),
    });
    if (process.getuid?.() !== 0) {
      chmodSync(ledger(), 0);
      await expect(refused({})).rejects.toThrow("(EACCES)");
    }
    expect(await here.rows()).toEqual(before);
    await expect(there.restore(backup, { erasures: [ledger()] })).rejects.toThrow("is damaged");
    expect(existsSync(there.config.dataDir)).toBe(false);
  });

  test("remembers whom it erased again, so that every replica copies it", async () => {
    await erase();
    await there.restore(backup, { erasures: [ledger()] });
    const rows = await there.use(({ db }) => listErasures(db, erasuresFrom(0), 100));
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([people.ada, people.guest, ""]));
  });
});
