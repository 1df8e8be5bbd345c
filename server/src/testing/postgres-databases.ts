import pg from "pg";
import { onTestFinished } from "vitest";

type Used = {
  url: string;
  times: number;
  /** Connected once it was emptied: a new connection would learn every table anew, which takes longer than to empty them. */
  cleaner: pg.Client | undefined;
};

/** Migrated databases that a test of this worker has done with. To empty one takes a tenth of the time of a copy. */
const idle: Used[] = [];

/** What was deleted stays in the files: after so many tests a new copy is the faster one. */
const MOST_TESTS = 25;

/** A migrated database without rows. It is the test's own until the test and its hooks have ended. */
export async function migratedPostgres(copyTemplate: () => Promise<string>): Promise<string> {
  const database = (await emptied(copyTemplate)) ?? {
    url: await copyTemplate(),
    times: 0,
    cleaner: undefined,
  };
  database.times += 1;
  try {
    onTestFinished(() => void idle.push(database));
  } catch {
    // Asked for outside a test: it is the whole file's, and nobody says when that has ended.
    await database.cleaner?.end();
  }
  return database.url;
}

/** One that is idle and can serve again; the last one that cannot is given up. */
async function emptied(copyTemplate: () => Promise<string>): Promise<Used | undefined> {
  const database = idle.pop();
  if (!database) return undefined;
  if (database.times < MOST_TESTS) {
    database.cleaner ??= await connected(database.url);
    if (await emptyIfWhole(database.cleaner, copyTemplate).catch(() => false)) return database;
  }
  await database.cleaner?.end().catch(() => {});
  return undefined;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => {}); // a test may end every connection; the next query says so
  await client.connect();
  return client;
}

/** False when a test changed more than rows, or when somebody else is still connected. */
async function emptyIfWhole(client: pg.Client, copyTemplate: () => Promise<string>): Promise<boolean> {
  templateShape ??= shapeOfCopy(copyTemplate);
  const wanted = await templateShape;
  if (!(await isLeft(client)) || (await shapeOf(client)) !== wanted) return false;
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
  );
  // A replica's session checks no foreign key, so the order does not matter.
  const deletions = rows.map(({ tablename }) => `delete from "${tablename}";`).join("");
  await client.query(`set session_replication_role = replica; ${deletions}`);
  return true;
}

/** Of a new copy, which the next test gets. */
async function shapeOfCopy(copyTemplate: () => Promise<string>): Promise<string> {
  const url = await copyTemplate();
  const cleaner = await connected(url);
  const shape = await shapeOf(cleaner);
  idle.push({ url, times: 0, cleaner });
  return shape;
}

/** A connection that was closed is gone a moment later. */
async function isLeft(client: pg.Client): Promise<boolean> {
  for (let look = 0; look < 100; look++) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    if (rowCount === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return false;
}

let templateShape: Promise<string> | undefined;

/** Tables, columns, indexes, what the planner knows of them, and the migrations that made them. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(`
    select md5(string_agg(row(c.relname, c.relkind, c.relchecks, c.relhastriggers, c.reltuples,
        (select string_agg(row(a.attname, a.atttypid, a.attnotnull)::text, ',' order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0))::text, ';' order by c.relname))
      || (select string_agg(m::text, ',' order by m.name) from migrations m) as shape
    from pg_class c where c.relnamespace = 'public'::regnamespace`);
  return rows[0]?.shape ?? "";
}
