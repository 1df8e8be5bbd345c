import type { Db } from "./db.ts";
import { engineOf } from "./engine.ts";
import { insideTransaction } from "./outer-handle-guard.ts";

/**
 * Runs work in one transaction, or in the caller's when there is one already. If the database has rolled it back for a
 * reason that the work has no part in, such as a deadlock, the work runs once more. So it must not change anything but
 * the database: what else follows from it comes after the transaction.
 *
 * Name the callback's parameter like the outer variable, so that the outer handle cannot be used
 * by accident inside: there such a query would escape the transaction or wait for it forever. The
 * drivers refuse it with an error.
 */
export function transact<A extends { db: Db }, T>(app: A, work: (app: A) => Promise<T>): Promise<T> {
  if (app.db.isTransaction) return work(app);
  const engine = engineOf(app.db);
  const run = (): Promise<T> =>
    engine.transaction(app.db, (db) => insideTransaction(() => work({ ...app, db })));
  return run().catch((error: unknown) => {
    if (!engine.mayRunAgain(error)) throw error;
    return run();
  });
}
