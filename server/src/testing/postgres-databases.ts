import pg from "pg";
import { onTestFinished } from "vitest";
import type { Db } from "../storage/db.ts";
import { openDatabase } from "../storage/open.ts";

type Used = {
  url: string;
  times: number;
  /** Connected once it was emptied: a new connection would learn every table anew, which takes longer than to empty them. */
  cleaner: pg.Client | undefined;
  /** The handle of its tests, for the same reason. */
  handle: Db | undefined;
};

/** Migrated databases that a test of this worker has done with. To empty one takes a tenth of the time of a copy. */
const idle: Used[] = [];

/** Those of the running test. */
const leased = new Map<string, Used>();

/** The name of the connections that stay open between tests. */
const SHARED = "shared_handle";

/** What was deleted stays in the files: after so many tests a new copy is the faster one. */
const MOST_TESTS = 25;

/** A migrated database without rows. It is the test's own until the test and its hooks have ended. */
export async function migratedPostgres(copyTemplate: () => Promise<string>): Promise<string> {
  const database = (await emptied(copyTemplate)) ?? {
    url: await copyTemplate(),
    times: 0,
    cleaner: undefined,
    handle: undefined,
  };
  database.times += 1;
  try {
    onTestFinished(() => {
      leased.delete(database.url);
      idle.push(database);
    });
    leased.set(database.url, database);
  } catch {
    // Asked for outside a test: it is the whole file's, and nobody says when that has ended.
    await giveUp(database);
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
  await giveUp(database);
  return undefined;
}

async function giveUp({ cleaner, handle }: Used): Promise<void> {
  await cleaner?.end().catch(() => {});
  await handle?.destroy().catch(() => {});
}

/** A handle for a database that belongs to the running test. It stays open for the next one; nobody destroys it. */
export function sharedHandle(url: string): Db | undefined {
  const database = [...leased.values()].find((one) => url.startsWith(`${one.url}?`));
  if (!database) return undefined;
  database.handle ??= openDatabase({ kind: "postgres", url: `${url}&application_name=${SHARED}` });
  return database.handle;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => {}); // a test may end every connection; the next query says so
  await client.connect();
  return client;
}

/** False when a test changed more than rows, or when somebody else is still connected. */
async function emptyIfWhole(client: pg.Client, copyTemplate: () => Promise<string>): Promise<boolean> {
  template ??= lookAtCopy(copyTemplate);
  const { tables, shape } = await template;
  const state = await stateOf(client, tables);
  if (state.isBusy || state.shape !== shape) return false;
  const written = tables.filter((_, index) => state.haveRows[index]);
  // A replica's session checks no foreign key, so the order does not matter.
  const deletions = written.map((table) => `delete from "${table}";`).join("");
  await client.query(`set session_replication_role = replica; ${deletions}`);
  return true;
}

type Template = Readonly<{ tables: readonly string[]; shape: string }>;

let template: Promise<Template> | undefined;

/** Of a new copy, which the next test gets. */
async function lookAtCopy(copyTemplate: () => Promise<string>): Promise<Template> {
  const url = await copyTemplate();
  const cleaner = await connected(url);
  const { rows } = await cleaner.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
  );
  const tables = rows.map(({ tablename }) => tablename);
  const { shape } = await stateOf(cleaner, tables);
  idle.push({ url, times: 0, cleaner, handle: undefined });
  return { tables, shape };
}

type State = Readonly<{ isBusy: boolean; shape: string; haveRows: readonly boolean[] }>;

/** A connection that was closed is gone a moment later. */
async function stateOf(client: pg.Client, tables: readonly string[]): Promise<State> {
  // With a name, it is planned once per connection: to plan it takes ten times as long as to run it.
  const query = { name: "state", text: queryOfState(tables) };
  for (let look = 1; ; look++) {
    const { rows } = await client.query<State>(query);
    const [state] = rows;
    if (!state) throw new Error("a query without a condition has no row");
    if (!state.isBusy || look === 100) return state;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Who is connected; tables, columns, indexes, what the planner knows of them, and the migrations; what has rows. */
function queryOfState(tables: readonly string[]): string {
  const FIRST_OF_OURS = 16_384; // PostgreSQL's own objects have smaller ids
  const haveRows = tables.map((table) => `exists (select from "${table}")`);
  return `select
    exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and (application_name <> '${SHARED}' or state <> 'idle')) as "isBusy",
    concat_ws(' ',
      (select sum(hashtextextended(concat_ws(' ', relname, relkind, relchecks, relhastriggers, reltuples), oid::bigint))
        from pg_class where oid >= ${FIRST_OF_OURS}),
      (select sum(hashtextextended(attname, attrelid::bigint + atttypid::bigint + attnotnull::int))
        from pg_attribute where attrelid >= ${FIRST_OF_OURS} and attnum > 0),
      (select string_agg(m::text, ',' order by m.name) from migrations m)) as shape,
    array[${haveRows.join(",")}] as "haveRows"`;
}
