import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { openLocal, startServer } from "../src/compose.ts";
import { type Config, loadConfig } from "../src/config/load-config.ts";
import { findAnyAdmin } from "../src/storage/admins.ts";
import { directorySnapshot } from "../src/testing/directory-snapshot.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";

let home: string;
let data: string;
beforeEach(() => {
  home = mkdtempSync(join(inject("scratch"), "data-"));
  data = join(home, "data");
});
afterEach(() => rmSync(home, { recursive: true }));

function config(env: Record<string, string> = {}, dataDir = data): Config {
  return loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir, SVC_ADDR: "127.0.0.1:0", ...env },
    cwd: home,
  });
}

async function makeDirectory(env: Record<string, string> = {}, dataDir = data): Promise<void> {
  const app = await openLocal(config(env, dataDir), { mayCreate: true });
  await app.close();
}

/** Both ways in are refused alike, with a hint, and leave every byte and time as it was. */
async function expectRefusal(message: RegExp | string, env: Record<string, string> = {}): Promise<void> {
  // Seconds ago, so that a change within the clock's resolution shows too.
  for (const name of existsSync(data) ? ["", ...allNames(data)] : [])
    utimesSync(join(data, name), 1_000, 1_000);
  utimesSync(home, 1_000, 1_000);
  const before = directorySnapshot(home);
  const openings = [(at: Config) => openLocal(at, { mayCreate: true }), (at: Config) => startServer(at)];
  for (const open of openings) {
    const failing = open(config(env));
    await expect(failing).rejects.toThrow(message);
    await expect(failing).rejects.toMatchObject({ name: "OperatorError", hint: expect.stringMatching(/./) });
  }
  expect(directorySnapshot(home)).toEqual(before);
}

function allNames(path: string): string[] {
  return statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
}

describe("a fresh data directory", () => {
  test("holds the database, the key and a place for uploads, for its owner only", async () => {
    await makeDirectory();
    const modes = Object.fromEntries(
      ["", ...allNames(data)].map((name) => [name, (statSync(join(data, name)).mode & 0o777).toString(8)]),
    );
    expect(modes).toEqual({
      "": "700",
      "init.lock": "600",
      keys: "700",
      "keys/master.key": "600",
      "svc.db": "600",
      uploads: "700",
    });
    expect(statSync(join(data, "keys/master.key")).size).toBe(32);
    expect(readFileSync(join(data, "svc.db")).readUInt32BE(68)).toBe(0x73766331);
  });

  test("may be an empty directory that is there already, or a new disk", async () => {
    mkdirSync(join(data, "lost+found"), { recursive: true });
    await makeDirectory();
    expect(readdirSync(data)).toContain("svc.db");
  });

  test("opens again and again, with the same key", async () => {
    await makeDirectory();
    const key = readFileSync(join(data, "keys/master.key"));
    const app = await openLocal(config(), { mayCreate: true });
    expect(await findAnyAdmin(app.db)).toBeUndefined();
    await app.close();
    expect(readFileSync(join(data, "keys/master.key"))).toEqual(key);
  });

  test("takes its key from another place when told, and makes none of its own", async () => {
    const keyFile = join(home, "secret.key");
    writeFileSync(keyFile, randomBytes(32), { mode: 0o600 });
    await makeDirectory({ SVC_MASTER_KEY_FILE: keyFile });
    expect(existsSync(join(data, "keys"))).toBe(false);
    await expectRefusal("master.key is missing");
    await makeDirectory({ SVC_MASTER_KEY_FILE: keyFile });
  });
});

describe("a first start that was cut short is continued", () => {
  const pieces = ["svc.db", "keys/master.key", "uploads"];

  test.each([0, 1, 2, 3])("with %i of its pieces made", async (count) => {
    await makeDirectory();
    const key = readFileSync(join(data, "keys/master.key"));
    writeFileSync(join(data, "initialising"), "");
    for (const piece of pieces.slice(0, count)) rmSync(join(data, piece), { recursive: true });
    await makeDirectory();
    expect(existsSync(join(data, "initialising"))).toBe(false);
    for (const piece of pieces) expect(existsSync(join(data, piece))).toBe(true);
    if (count < 2) expect(readFileSync(join(data, "keys/master.key"))).toEqual(key);
  });

  test("with an empty database", async () => {
    await makeDirectory();
    writeFileSync(join(data, "initialising"), "");
    truncateSync(join(data, "svc.db"), 0);
    await makeDirectory();
    expect(readFileSync(join(data, "svc.db")).readUInt32BE(68)).toBe(0x73766331);
  });
});

describe("a data directory is refused and left as it is when", () => {
  beforeEach(() => makeDirectory());
  const key = (): string => join(data, "keys/master.key");
  const database = (): string => join(data, "svc.db");

  test("the key is missing", async () => {
    rmSync(key());
    await expectRefusal("master.key is missing");
  });

  test("the database is missing", async () => {
    rmSync(database());
    await expectRefusal("svc.db is missing");
  });

  test("the database is missing and the key is elsewhere", async () => {
    const keyFile = join(home, "secret.key");
    writeFileSync(keyFile, readFileSync(key()), { mode: 0o600 });
    rmSync(join(data, "keys"), { recursive: true });
    rmSync(database());
    await expectRefusal("svc.db is missing", { SVC_MASTER_KEY_FILE: keyFile });
  });

  test.each([0, 31, 33])("the key has %i bytes", async (size) => {
    writeFileSync(key(), randomBytes(size));
    await expectRefusal(`not a master key (${size} bytes`);
  });

  test.each([0o640, 0o604])("the key can be read by others (mode %o)", async (mode) => {
    chmodSync(key(), mode);
    await expectRefusal("can be read by other users");
  });

  test("the key is another one", async () => {
    writeFileSync(key(), randomBytes(32));
    await expectRefusal("the master key is not the one this database was made with");
  });

  test("the key named by SVC_MASTER_KEY_FILE is another one", async () => {
    const keyFile = join(home, "secret.key");
    writeFileSync(keyFile, randomBytes(32), { mode: 0o600 });
    await expectRefusal("the master key is not the one", { SVC_MASTER_KEY_FILE: keyFile });
  });

  test.each([
    ["empty", 0],
    ["cut in its header", 50],
    ["cut after its first page", 4_096],
    ["cut by one byte", -1],
  ])("the database is %s", async (_name, size) => {
    truncateSync(database(), size < 0 ? statSync(database()).size + size : size);
    await expectRefusal("svc.db is cut short");
  });

  test("the database is random bytes", async () => {
    writeFileSync(database(), randomBytes(20_000));
    await expectRefusal("damaged or not a database");
  });

  test("the database is damaged below its header", async () => {
    const bytes = readFileSync(database());
    writeFileSync(database(), Buffer.concat([bytes.subarray(0, 100), randomBytes(bytes.length - 100)]));
    await expectRefusal("is damaged");
  });

  test.each([0, 0x11223344])("the database is another program's (application id %i)", async (id) => {
    rmSync(database());
    const other = new DatabaseSync(database());
    other.exec(`pragma application_id = ${id}; create table users (id)`);
    other.close();
    await expectRefusal("belongs to another program");
  });

  test("the database was migrated by a newer svc", async () => {
    const newer = new DatabaseSync(database());
    newer.exec("insert into migrations (name, applied_at) values ('9999-later', 0)");
    newer.close();
    await expectRefusal("newer migration 9999-later");
  });
});

describe("a place for a data directory is refused and left as it is when", () => {
  test("it is a file", async () => {
    writeFileSync(data, "mine");
    await expectRefusal("is not a directory");
  });

  test("it is below a file", async () => {
    writeFileSync(join(home, "file"), "mine");
    await expectRefusal("cannot use", { SVC_DATA_DIR: join(home, "file", "data") });
  });

  test("it holds other files", async () => {
    mkdirSync(data);
    writeFileSync(join(data, "thesis.tex"), "mine");
    await expectRefusal("holds other files (thesis.tex)");
  });

  test("it holds other files and the key is elsewhere", async () => {
    mkdirSync(data);
    writeFileSync(join(data, "thesis.tex"), "mine");
    const keyFile = join(home, "secret.key");
    writeFileSync(keyFile, randomBytes(32), { mode: 0o600 });
    await expectRefusal("holds other files (thesis.tex)", { SVC_MASTER_KEY_FILE: keyFile });
  });

  test("the key named by SVC_MASTER_KEY_FILE is no key", async () => {
    const keyFile = join(home, "secret.key");
    writeFileSync(keyFile, "too short", { mode: 0o600 });
    await expectRefusal("is not a master key", { SVC_MASTER_KEY_FILE: keyFile });
  });
});

describe("the lock of a data directory", () => {
  test("keeps a second server out, lets local commands in, and is free after the server stops", async () => {
    const server = await startServer(config());
    await expect(startServer(config())).rejects.toThrow("another svc serve is running");
    const beside = await openLocal(config(), { mayCreate: true });
    expect(await findAnyAdmin(beside.db)).toBeUndefined();
    await beside.close();
    await server.stop();
    const next = await startServer(config());
    await next.stop();
  });
});

describe("two machines on one PostgreSQL", () => {
  test("share one key; one that has none or another is refused and makes nothing", async () => {
    const env = { SVC_DATABASE_URL: await newPostgresDatabase() };
    await makeDirectory(env, join(home, "first"));
    await expectRefusal("master.key is missing, and the database was made with a key already", env);
    expect(existsSync(data)).toBe(false);

    const wrong = join(home, "wrong.key");
    writeFileSync(wrong, randomBytes(32), { mode: 0o600 });
    await expectRefusal("the master key is not the one", { ...env, SVC_MASTER_KEY_FILE: wrong });
    expect(existsSync(data)).toBe(false);

    const right = join(home, "first/keys/master.key");
    await makeDirectory({ ...env, SVC_MASTER_KEY_FILE: right });
    const [one, two] = await Promise.all([
      startServer(config(env, join(home, "first"))),
      startServer(config({ ...env, SVC_MASTER_KEY_FILE: right })),
    ]);
    await Promise.all([one.stop(), two.stop()]);
  });

  test("started on a fresh database at the same moment with different keys: one of them is refused", async () => {
    const env = { SVC_DATABASE_URL: await newPostgresDatabase() };
    const results = await Promise.allSettled(
      ["a", "b"].map(async (name) =>
        (await openLocal(config(env, join(home, name)), { mayCreate: true })).close(),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("a database with another program's tables is refused and left as it is", async () => {
    const url = await newPostgresDatabase();
    const { default: pg } = await import("pg");
    const other = new pg.Client(url);
    await other.connect();
    await other.query("create table users (id text)");
    await expectRefusal("another program's tables", { SVC_DATABASE_URL: url });
    const tables = await other.query("select tablename from pg_tables where schemaname = 'public'");
    await other.end();
    expect(tables.rows).toEqual([{ tablename: "users" }]);
  });
});
