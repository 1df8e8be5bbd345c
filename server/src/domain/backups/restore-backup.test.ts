import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startServer } from "../../compose.ts";
import { newToken } from "../../crypto/random-token.ts";
import { insertInstanceSetting } from "../../storage/instance-settings.ts";
import { migrate, migrations, refuseFuture } from "../../storage/migrate.ts";
import { openDatabase } from "../../storage/open.ts";
import { snapshotOf } from "../../storage/snapshot.ts";
import { END, filesOf, manifestOf, takeApart, timeOf, zip } from "../../testing/archive-forge.ts";
import { engines } from "../../testing/engines.ts";
import { allRows, Instance } from "../../testing/instance.ts";
import { asked } from "../../testing/nothing-asked.ts";
import { signUp } from "../accounts/sign-up.ts";
import { openAdminSession } from "../admins/admin-session.ts";
import { createAdmin } from "../admins/create-admin.ts";
import { systemActor } from "../analytics/record-event.ts";
import { createProject } from "../projects/create-project.ts";
import { writeBackup } from "./write-backup.ts";

const DEVICE = { userAgent: "test", ip: "127.0.0.1" };

describe.each(engines)("restore on $kind", (engine) => {
  let here: Instance;
  let there: Instance;
  beforeEach(async () => {
    here = await Instance.createMigrated(engine);
    there = await Instance.create(engine);
  });
  afterEach(() => {
    here.remove();
    there.remove();
  });

  const settingsOf = async (instance: Instance, key: string): Promise<string | undefined> =>
    instance.use(async ({ db }) => {
      const row = await db
        .selectFrom("instanceSettings")
        .select("value")
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value;
    });

  test("brings every row back, whatever is in it, and the files beside", async () => {
    await here.use(async (app) => {
      const odd = 'a "quote", a \\, a tab\t, a line\nfeed\r, \u2028\u2029, \u{1f600}, ';
      for (let n = 0; n < 30; n++)
        await insertInstanceSetting(app.db, `${odd}${n}`, odd.repeat(n), 2 ** 52 + n);
      await insertInstanceSetting(app.db, "large", "x".repeat(9_000_000), 0);
      const { project } = await createProject(app, systemActor, { name: "Demo", slug: "" });
      const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada", asked };
      await signUp(app, project, { ...ada, attemptId: newToken() }, DEVICE);
      const settings = { ...project.settings, requireEmailVerification: true };
      const eve = { ...ada, email: "eve@example.com", attemptId: newToken() };
      await signUp(app, { ...project, settings }, eve, DEVICE); // stores the attempt without a session
    });
    mkdirSync(join(here.config.dataDir, "uploads/logos"));
    writeFileSync(join(here.config.dataDir, "uploads/logos/a.png"), randomBytes(100_000));
    writeFileSync(join(here.config.dataDir, "keys/other.key"), randomBytes(64), { mode: 0o640 });

    const { file, manifest } = await here.backUp();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(manifest).toMatchObject({ engine: engine.kind, migrations: migrations.map(({ name }) => name) });
    await there.restore(file);

    const rows = await there.rows();
    const isOurMark = (row: unknown): boolean => /"key":"(restore_id|restored_at)"/.test(String(row));
    rows.instance_settings = rows.instance_settings?.filter((row) => !isOurMark(row)) ?? [];
    expect(rows).toEqual(await here.rows());
    for (const name of ["keys/master.key", "keys/other.key", "uploads/logos/a.png"]) {
      expect(readFileSync(join(there.config.dataDir, name))).toEqual(
        readFileSync(join(here.config.dataDir, name)),
      );
    }
    const modes = there.modes();
    for (const [name, mode] of Object.entries(modes)) {
      const isFolder = statSync(join(there.config.dataDir, name)).isDirectory();
      expect({ name, mode }).toEqual({ name, mode: isFolder ? "700" : "600" });
    }
    expect(Object.keys(modes)).not.toContain(".restore");
  });

  test("refuses what is not empty, and replaces it with force, keeping the old data aside", async () => {
    await here.use(({ db }) => insertInstanceSetting(db, "who", "here", 0));
    await there.use(({ db }) => insertInstanceSetting(db, "who", "there", 0));
    const { file } = await here.backUp();
    await expect(there.restore(file)).rejects.toMatchObject({
      name: "OperatorError",
      message: expect.stringContaining("is not empty"),
      hint: expect.stringContaining("--force"),
    });
    expect(await settingsOf(there, "who")).toBe("there");

    const { keptOld } = await there.restore(file, { force: true });
    expect(keptOld).toBe(true);
    expect(await settingsOf(there, "who")).toBe("here");
    const kept = readdirSync(join(there.config.dataDir, "replaced-by-restore"));
    expect(kept.sort()).toEqual(
      engine.kind === "sqlite" ? ["keys", "svc.db", "uploads"] : ["keys", "uploads"],
    );
    await there.restore(file, { force: true });
    expect(await settingsOf(there, "who")).toBe("here");
  });

  test("refuses while a server runs on the directory", async () => {
    const { file } = await here.backUp();
    const server = await startServer(there.config);
    try {
      await expect(there.restore(file, { force: true })).rejects.toMatchObject({
        message: expect.stringContaining("svc serve is running"),
        hint: expect.stringContaining("stop it"),
      });
    } finally {
      await server.stop();
    }
    await there.restore(file, { force: true });
  });

  test("refuses a backup of the other engine, and makes nothing", async () => {
    const other = await Instance.createMigrated(engines.find(({ kind }) => kind !== engine.kind) ?? engine);
    const { file } = await other.backUp();
    await expect(there.restore(file)).rejects.toThrow(/is a backup of a (SQLite|PostgreSQL) database/);
    expect(existsSync(there.config.dataDir)).toBe(false);
    other.remove();
  });

  test("refuses a directory with other files, also with force", async () => {
    const { file } = await here.backUp();
    mkdirSync(there.config.dataDir);
    writeFileSync(join(there.config.dataDir, "thesis.tex"), "mine");
    await expect(there.restore(file, { force: true })).rejects.toThrow("holds other files");
    expect(readdirSync(there.config.dataDir).filter((name) => name !== "serve.lock")).toEqual(["thesis.tex"]);
  });

  test("tells which credentials it revives, and ends the sessions among them when told to", async () => {
    const { session, cookie } = await here.use(async (app) => {
      const { project } = await createProject(app, systemActor, { name: "Demo", slug: "" });
      const session = await signUp(
        app,
        project,
        { email: "ada@example.com", password: "correct horse", displayName: "", attemptId: "", asked },
        DEVICE,
      );
      const { admin } = await createAdmin(app, {
        email: "root@example.com",
        password: "a long enough password",
      });
      return {
        session,
        cookie: await openAdminSession(app, admin, DEVICE),
      };
    });
    expect(session && cookie).toBeTruthy();
    const { file } = await here.backUp();
    const live = (instance: Instance): Promise<number[]> =>
      instance.use(async ({ db }) => {
        const open = await db.selectFrom("sessions").select("id").where("revokedAt", "is", null).execute();
        const admins = await db.selectFrom("adminSessions").select("hash").execute();
        return [open.length, admins.length];
      });

    const { revived } = await there.restore(file);
    expect(revived).toEqual({
      sessions: 1,
      adminSessions: 1,
      accessTokens: 0,
      passkeys: 0,
      projects: 1,
      sessionsRevoked: false,
    });
    expect(await live(there)).toEqual([1, 1]);
    const again = await there.restore(file, { force: true, revokeSessions: true });
    expect(again.revived).toMatchObject({ sessions: 1, adminSessions: 1, sessionsRevoked: true });
    expect(await live(there)).toEqual([0, 0]);
    expect(await live(here)).toEqual([1, 1]);
  });

  test("a backup of an older schema is brought to today's", async () => {
    const masterKey = await here.use(async () => readFileSync(join(here.config.dataDir, "keys/master.key")));
    const steps = migrations.slice(0, 7);
    const keyId = await settingsOf(here, "master_key_id");
    const older = await Instance.create(engine);
    const url = older.config.databaseUrl;
    const database =
      url === undefined
        ? { kind: "sqlite" as const, file: join(older.home, "old.db") }
        : { kind: "postgres" as const, url };
    const db = openDatabase(database);
    await migrate(db, 0, steps);
    await insertInstanceSetting(db, "master_key_id", String(keyId), 0);
    await insertInstanceSetting(db, "who", "older", 0);
    const takeSnapshot = snapshotOf({ db, masterKey, directory: undefined });
    const to = join(older.home, "old.tar.gz");
    const { manifest } = await writeBackup({ clock: Date.now, version: "0.0.1", takeSnapshot }, { to });
    await db.destroy();
    expect(manifest.migrations).toEqual(steps.map(({ name }) => name));

    await there.restore(to);
    expect(await settingsOf(there, "who")).toBe("older");
    const applied = await there.use(({ db }) => refuseFuture(db));
    expect(applied.size).toBe(migrations.length);
    older.remove();
  });

  test("a master key that lives elsewhere must be the backup's, and stays there", async () => {
    const { file } = await here.backUp();
    const key = join(there.home, "secret.key");
    await expect(there.restore(file, { masterKeyFile: key })).rejects.toThrow("secret.key is missing");
    writeFileSync(key, randomBytes(32), { mode: 0o600 });
    await expect(there.restore(file, { masterKeyFile: key })).rejects.toThrow(
      "not the master key of this backup",
    );
    expect(existsSync(there.config.dataDir)).toBe(false);
    writeFileSync(key, readFileSync(join(here.config.dataDir, "keys/master.key")));
    await there.restore(file, { masterKeyFile: key });
    expect(existsSync(join(there.config.dataDir, "keys"))).toBe(false);
  });

  test("told to stop, it leaves everything as it was", async () => {
    await here.use(({ db }) => insertInstanceSetting(db, "large", "x".repeat(5_000_000), 0));
    await there.use(({ db }) => insertInstanceSetting(db, "who", "there", 0));
    const { file } = await here.backUp();
    const stopping = new AbortController();
    const restoring = there.restore(file, {
      ...{ force: true, signal: stopping.signal },
      onProgress: (done) => done > 1_000_000 && stopping.abort(),
    });
    await expect(restoring).rejects.toMatchObject({ name: "AbortError" });
    expect(await settingsOf(there, "who")).toBe("there");
    expect(readdirSync(there.config.dataDir)).not.toContain(".restore");
  });
});

describe("restore into a file", () => {
  test("refuses while another command has the database open", async () => {
    const instance = await Instance.create({ kind: "sqlite" });
    const { file } = await instance.backUp();
    const other = new DatabaseSync(join(instance.config.dataDir, "svc.db"));
    other.prepare("select count(*) from users").get();
    await expect(instance.restore(file, { force: true })).rejects.toThrow("another program is using");
    other.close();
    await instance.restore(file, { force: true });
    instance.remove();
  });
});

describe("restore into PostgreSQL", () => {
  let instance: Instance;
  let file: string;
  beforeEach(async () => {
    instance = await Instance.createMigrated({ kind: "postgres" });
    await instance.use(({ db }) => insertInstanceSetting(db, "who", "before", 0));
    file = (await instance.backUp()).file;
  });
  afterEach(() => instance.remove());

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(instance.config.databaseUrl);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  test("refuses while a server on another machine is connected", async () => {
    const elsewhere = await Instance.create({ kind: "sqlite" });
    const db = openDatabase({ kind: "postgres", url: instance.config.databaseUrl ?? "" });
    await db.selectFrom("users").select("id").execute();
    const options = { force: true, dataDir: elsewhere.config.dataDir };
    await expect(instance.restore(file, options)).rejects.toThrow("another svc is connected");
    expect(existsSync(elsewhere.config.dataDir)).toBe(false);
    await db.destroy();
    await instance.restore(file, options);
    elsewhere.remove();
  });

  test("every index is there again", async () => {
    const list = "select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname";
    const before = await query(list);
    await instance.restore(file, { force: true });
    expect(before.length).toBeGreaterThan(20);
    expect(await query(list)).toEqual(before);
  });

  test("a row that does not fit rolls everything back", async () => {
    const whole = takeApart(readFileSync(file));
    const pieces = whole.pieces.map((piece) =>
      piece.name === "tables/leases.jsonl" ? { ...piece, content: Buffer.from('{"name":"a"}\n') } : piece,
    );
    const forged = join(instance.home, "forged.tar.gz");
    writeFileSync(forged, zip(...filesOf(manifestOf(whole, pieces), pieces, timeOf(whole)), END));
    const before = await instance.rows();
    await expect(instance.restore(forged, { force: true })).rejects.toThrow("its rows do not fit");
    expect(await instance.rows()).toEqual(before);
  });

  test("another program's tables are refused, also with force, and kept beside ours", async () => {
    const other = await Instance.create({ kind: "postgres" });
    const db = openDatabase({ kind: "postgres", url: other.config.databaseUrl ?? "" });
    const client = new pg.Client(other.config.databaseUrl);
    await client.connect();
    await client.query("create table users (id text)");
    await expect(other.restore(file, { force: true })).rejects.toThrow("another program's tables (users)");
    await client.query(
      "drop table users; create table reports (id text); insert into reports values ('mine')",
    );
    await other.restore(file);
    await other.restore(file, { force: true });
    expect((await client.query("select id from reports")).rows).toEqual([{ id: "mine" }]);
    expect(Object.keys(await allRows(db))).toContain("users");
    await client.end();
    await db.destroy();
    other.remove();
  });

  test("a restore that was killed before its commit is undone, after it finished", async () => {
    const { dataDir } = instance.config;
    const marker = (restoreId: string): void => {
      mkdirSync(join(dataDir, ".restore/new/uploads"), { recursive: true });
      writeFileSync(join(dataDir, ".restore/new/uploads/new"), "new");
      writeFileSync(join(dataDir, ".restore/decided"), JSON.stringify({ pieces: ["uploads"], restoreId }));
    };
    marker("never committed");
    expect(await instance.use(async () => readdirSync(join(dataDir, "uploads")))).toEqual([]);
    expect(existsSync(join(dataDir, ".restore"))).toBe(false);

    await query("insert into instance_settings values ('restore_id', 'committed', 0)");
    marker("committed");
    expect(await instance.use(async () => readdirSync(join(dataDir, "uploads")))).toEqual(["new"]);
    expect(existsSync(join(dataDir, ".restore"))).toBe(false);
  });
});
