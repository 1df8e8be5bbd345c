import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { cancel } from "./cancel.ts";

/** For the server to accept the request to cancel, and then for the statement to end. */
const CANCEL_MS = 2_000;

/**
 * Gives up a connection that has not answered. The server may still be at work for it, for instance on a commit that
 * waits for a standby, and would not notice that we have gone. So the work is cancelled first, and until the server has
 * answered, the connection keeps its place in the pool. Otherwise every caller would leave one more behind.
 */
export async function giveUp(client: pg.PoolClient): Promise<void> {
  const answered = Promise.race([once(client, "drain"), once(client, "end")]).catch(() => {});
  await cancel(client, CANCEL_MS);
  // A connection that stays silent after that is cut.
  await Promise.race([answered, sleep(CANCEL_MS)]);
  client.release(true);
}
