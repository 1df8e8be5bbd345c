import type { App } from "../app.ts";
import { createLedgerKeeper } from "../domain/erasures/keep-ledger.ts";
import type { Job } from "./scheduler.ts";

/**
 * Runs on every replica, because each keeps ledgers of its own, and often, because a lost disk loses what was not
 * copied yet. A ledger that cannot be written does not keep the others from being written.
 */
export function erasureJobs(app: App): Job[] {
  return app.ledgerFolders.map((folder, n) => ({
    name: n === 0 ? "erasure-ledger" : "erasure-ledger-copy",
    everyMs: 1_000,
    run: createLedgerKeeper(app, folder),
  }));
}
