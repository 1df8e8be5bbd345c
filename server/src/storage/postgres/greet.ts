import type pg from "pg";
import type { PostgresAddress } from "./address.ts";
import { ReadOnlyServerError } from "./errors.ts";

/** What a new connection is: to PostgreSQL itself, or to a pooler that has connections of its own. */
export type Greeting = Readonly<{ isPooled: boolean }>;

type Reply = { isPooled: boolean; isStandby: boolean; isReadOnly: boolean };

/**
 * Proves that a new connection leads to a server that can be written to, and sets the time limits. A pooler such as
 * PgBouncer refuses them as parameters of the start, and `set` would change a connection that others use next. It is
 * recognised by the process id that it invented when the connection was opened.
 */
export async function greet(
  client: pg.ClientBase,
  limits: PostgresAddress["limits"],
  timeoutMs: number,
): Promise<Greeting> {
  const { processID } = client as pg.ClientBase & { processID: number };
  const settings = Object.entries(limits);
  const set = settings.map((_, n) => `set_config($${2 * n + 2}, $${2 * n + 3}, false)`).join(" || ");
  const { rows } = await client.query<Reply>({
    text: `select pg_backend_pid() is distinct from $1::int as "isPooled", pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      case when pg_backend_pid() = $1::int then ${set} end`,
    values: [processID, ...settings.flat()],
    query_timeout: timeoutMs,
  } as pg.QueryConfig);
  const [{ isPooled, isStandby, isReadOnly } = { isPooled: false, isStandby: true, isReadOnly: true }] = rows;
  if (isStandby) throw new ReadOnlyServerError("the server is a standby, which can only be read");
  if (isReadOnly)
    throw new ReadOnlyServerError("the server accepts no changes (default_transaction_read_only)");
  return { isPooled };
}
