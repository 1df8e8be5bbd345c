import { DatabaseSync } from "node:sqlite";

/** How PocketBase stores users: until version 0.22, and since. */
export type Generation = "0.22" | "0.23";

export type PocketBaseRecord = Readonly<{
  id: string;
  email: string;
  verified?: boolean;
  name?: string;
  avatar?: string;
  hash: string;
  accounts?: Readonly<Record<string, string>>;
}>;

const USERS_022 = `CREATE TABLE users (avatar TEXT DEFAULT '' NOT NULL,
  created TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL, email TEXT DEFAULT '' NOT NULL,
  emailVisibility BOOLEAN DEFAULT FALSE NOT NULL,
  id TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL,
  lastLoginAlertSentAt TEXT DEFAULT '' NOT NULL, lastResetSentAt TEXT DEFAULT '' NOT NULL,
  lastVerificationSentAt TEXT DEFAULT '' NOT NULL, name TEXT DEFAULT '' NOT NULL, passwordHash TEXT NOT NULL,
  tokenKey TEXT NOT NULL, updated TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL, username TEXT NOT NULL,
  verified BOOLEAN DEFAULT FALSE NOT NULL)`;
const USERS_023 = `CREATE TABLE users (avatar TEXT DEFAULT '' NOT NULL, created TEXT DEFAULT '' NOT NULL,
  email TEXT DEFAULT '' NOT NULL, emailVisibility BOOLEAN DEFAULT FALSE NOT NULL,
  id TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL, name TEXT DEFAULT '' NOT NULL,
  password TEXT DEFAULT '' NOT NULL, tokenKey TEXT DEFAULT '' NOT NULL, updated TEXT DEFAULT '' NOT NULL,
  verified BOOLEAN DEFAULT FALSE NOT NULL)`;

const SCHEMA: Readonly<Record<Generation, string>> = {
  "0.22": `${USERS_022}; CREATE TABLE _externalAuths (id TEXT PRIMARY KEY NOT NULL, collectionId TEXT NOT NULL,
    recordId TEXT NOT NULL, provider TEXT NOT NULL, providerId TEXT NOT NULL)`,
  "0.23": `${USERS_023}; CREATE TABLE _externalAuths (collectionRef TEXT DEFAULT '' NOT NULL,
    id TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL, provider TEXT DEFAULT '' NOT NULL,
    providerId TEXT DEFAULT '' NOT NULL, recordRef TEXT DEFAULT '' NOT NULL)`,
};

const COLLECTIONS = `CREATE TABLE _collections (id TEXT PRIMARY KEY NOT NULL, type TEXT DEFAULT "base" NOT NULL,
    name TEXT UNIQUE NOT NULL);
  INSERT INTO _collections VALUES ('_pb_users_auth_', 'auth', 'users'), ('pbc_1', 'base', 'posts'),
    ('pbc_2', 'auth', 'odd "name"'), ('pbc_3', 'auth', '_superusers')`;

/** A data.db as PocketBase leaves it, with users who were created at the turn of the year. Keep it open for its log. */
export function makePocketBase(
  path: string,
  generation: Generation,
  records: readonly PocketBaseRecord[],
): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = wal; ${COLLECTIONS}; ${SCHEMA[generation]};
    CREATE TABLE "odd ""name""" (id TEXT, email TEXT, verified BOOLEAN, password TEXT);
    INSERT INTO "odd ""name""" VALUES ('m1', 'member@example.com', TRUE, '')`);
  const [password, ending] = generation === "0.22" ? ["passwordHash", "Id"] : ["password", "Ref"];
  const more = generation === "0.22" ? ", username" : "";
  const insert =
    db.prepare(`INSERT INTO users (id, email, verified, name, avatar, ${password}, tokenKey, created${more})
    VALUES (?, ?, ?, ?, ?, ?, ?, '2024-01-01 00:00:00.123Z'${more && ", 'users123'"})`);
  const link =
    db.prepare(`INSERT INTO _externalAuths (id, collection${ending}, record${ending}, provider, providerId)
    VALUES (?, ?, ?, ?, ?)`);
  for (const { id, email, verified = false, name = "", avatar = "", hash, accounts = {} } of records) {
    insert.run(id, email, verified ? 1 : 0, name, avatar, hash, `key-${id}`);
    for (const [provider, subject] of Object.entries(accounts))
      link.run(`${id}-${provider}`, "_pb_users_auth_", id, provider, subject);
  }
  // Of a record with the same id in another collection.
  link.run("other", "pbc_2", records[0]?.id ?? "", "google", "of-somebody-else");
  return db;
}
