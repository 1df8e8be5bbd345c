import pg from "pg";

/** Does at once what autovacuum does within a minute: without figures of its tables, PostgreSQL plans badly. */
export async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("analyze");
  await client.end();
}
