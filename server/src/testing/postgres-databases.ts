import pg from "pg";
import { onTestFinished } from "vitest";

type Used = { url: string; times: number };

/** Migrated databases that a test of this worker has done with. To empty one takes a tenth of the time of a copy. */
const idle: Used[] = [];

/** What was deleted stays in the files: after so many tests a new copy is the faster one. */
const MOST_TESTS = 25;

/** A migrated database without rows. It is the test's own until the test and its hooks have ended. */
export async function migratedPostgres(copyTemplate: () => Promise<string>): Promise<string> {
  const before = idle.pop();
  const canServe =
    before !== undefined && before.times < MOST_TESTS && (await emptyIfWhole(before.url, copyTemplate));
  const url = canServe ? before.url : await copyTemplate();
  try {
    onTestFinished(() => void idle.push({ url, times: canServe ? before.times + 1 : 1 }));
  } catch {
    // Asked for outside a test: it is the whole file's, and nobody says when that has ended.
  }
  return url;
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** False when a test changed more than rows, or when somebody is still connected. */
async function emptyIfWhole(url: string, copyTemplate: () => Promise<string>): Promise<boolean> {
  templateShape ??= copyTemplate().then((copy) => onDatabase(copy, shapeOf));
  const wanted = await templateShape;
  return onDatabase(url, async (client) => {
    if (!(await isLeft(client)) || (await shapeOf(client).catch(() => "")) !== wanted) return false;
    const { rows } = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    );
    // A replica's session checks no foreign key, so the order does not matter.
    const deletions = rows.map(({ tablename }) => `delete from "${tablename}";`).join("");
    await client.query(`set session_replication_role = replica; ${deletions}`);
    return true;
  });
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
