import type { Log } from "../runtime/log.ts";
import type { OnTrouble, Trouble } from "../storage/postgres/trouble.ts";

/** Many connections meet the same trouble at the same time. */
const AGAIN_MS = 5_000;

const LINES: Readonly<Record<Trouble, readonly [message: string, hint?: string]>> = {
  connection_lost: ["database connection lost"],
  server_lost: [
    "PostgreSQL is not the primary any more, or is going down; looking for the primary",
    "if this goes on, check which server database_url leads to",
  ],
  commit_unconfirmed: [
    "PostgreSQL does not confirm a commit; its connection is kept until it does",
    "check its synchronous standby",
  ],
  no_connection_left: [
    "PostgreSQL has no connection left for this process; calls wait for those that it has",
    "raise max_connections or the role's connection limit, or run fewer workers",
  ],
  names_not_kept: [
    "the pooler does not keep prepared statements; using statements without names",
    "set prepared_statements to auto",
  ],
};

/** One line for each kind of trouble, and another one when it goes on. */
export function logTrouble(log: Log, monotonicMs: () => number): OnTrouble {
  const loggedAt = new Map<Trouble, number>();
  return (trouble, error) => {
    const now = monotonicMs();
    if (now - (loggedAt.get(trouble) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    loggedAt.set(trouble, now);
    const [message, hint] = LINES[trouble];
    log("warn", message, { detail: error.message, ...(hint !== undefined && { hint }) });
  };
}
