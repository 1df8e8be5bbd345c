import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { APPLICATION_NAME } from "./application-name.ts";
import { type Connected, cancel } from "./cancel.ts";
import type { OnTrouble } from "./trouble.ts";

/** For the server to accept the request to cancel, and then for the statement to end. */
const CANCEL_MS = 2_000;
/** Between two questions whether the server is done. */
const ASK_MS = 1_000;

export type GiveUp = {
  (client: pg.PoolClient, mayCommit: boolean): Promise<void>;
  /** Nothing is waited for any more, because the process ends. */
  stop: () => void;
};

/**
 * Gives up connections that have not answered. The server may still be at work for them, and would not notice that we
 * have gone. So a connection keeps its place in the pool until it is known that the server is done with it. Otherwise
 * every caller would leave one more behind.
 *
 * A read is cancelled. A commit that waits for a standby must not be: PostgreSQL would then show it to everybody,
 * although it is lost if this server fails. A sign-out that is repeated would be acknowledged, and undone by a failover.
 */
export function createGiveUp(onTrouble: OnTrouble): GiveUp {
  const unanswered = new Map<Connected, () => void>();
  let isWatching = false;
  let isStopped = false;

  /** Asks about all of them on one connection, again and again. */
  const watch = async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    while (unanswered.size > 0) {
      const asked = [...unanswered]; // others may come while the server is asked
      const busy = await busyFor(asked.map(([client]) => client));
      for (const [client, isOver] of asked) if (!busy.has(client.processID)) isOver();
      await sleep(ASK_MS);
    }
    isWatching = false;
  };
  const whileServerIsBusy = (client: Connected): Promise<void> =>
    new Promise((resolve) => {
      if (isStopped) return resolve();
      unanswered.set(client, resolve);
      void watch();
    });

  const giveUp = async (client: pg.PoolClient, mayCommit: boolean): Promise<void> => {
    const connected = client as unknown as Connected;
    const answered = Promise.race([once(client, "drain"), once(client, "end")]).catch(() => {});
    if (mayCommit) {
      onTrouble("commit_unconfirmed", new Error("no answer"));
      await Promise.race([answered, whileServerIsBusy(connected)]);
      unanswered.delete(connected);
    } else {
      await cancel(connected, CANCEL_MS);
      await Promise.race([answered, sleep(CANCEL_MS)]);
    }
    // Another connection is opened in its place when the server has closed this one.
    await Promise.race([(client as unknown as pg.Client).end(), sleep(CANCEL_MS)]).catch(() => {});
    client.release(true);
  };
  const stop = (): void => {
    isStopped = true;
    for (const isOver of unanswered.values()) isOver();
  };
  return Object.assign(giveUp, { stop });
}

/** The process ids of those that the server works for. None if it cannot be asked: then the connections are cut. */
async function busyFor(clients: readonly Connected[]): Promise<Set<number>> {
  const [{ host, port, user, password, database, ssl } = {} as Connected] = clients;
  const asker = new pg.Client({
    ...{ host, port, user, password, database, ssl, application_name: APPLICATION_NAME },
    connectionTimeoutMillis: CANCEL_MS,
    query_timeout: CANCEL_MS,
  } as pg.ClientConfig);
  asker.on("error", () => {});
  try {
    await asker.connect();
    const { rows } = await asker.query(
      "select pid from pg_stat_activity where pid = any($1) and state = 'active'",
      [clients.map(({ processID }) => processID)],
    );
    return new Set(rows.map(({ pid }) => pid as number));
  } catch {
    return new Set();
  } finally {
    await asker.end().catch(() => {});
  }
}
