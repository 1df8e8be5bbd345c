import { nextTick } from "node:process";
import { translateError } from "./errors.ts";
import { SqliteHandle } from "./handle.ts";

/** SQLite's default of 2 MB holds the pages of fewer than a hundred users. */
const CACHE_KB = 8 * 1024;

/**
 * The connection for reads outside a transaction; it sees committed rows only. All reads of one turn of the event loop
 * share one read transaction, because to begin and end one costs as much as to read a row.
 */
export class SnapshotReader {
  readonly #handle: SqliteHandle;
  #snapshot: object | undefined;

  constructor(file: string) {
    this.#handle = new SqliteHandle(file, { readOnly: true, blockingWaitMs: 1_000 });
    this.#handle.db.exec(`pragma cache_size=-${CACHE_KB}`);
  }

  read<T>(run: (handle: SqliteHandle) => T): T {
    try {
      this.beginReadSnapshot();
      return run(this.#handle);
    } catch (error) {
      throw translateError(error);
    }
  }

  /** Returns an object that stands for the snapshot: two reads that get the same object see the same rows. */
  beginReadSnapshot(): object {
    if (this.#snapshot) return this.#snapshot;
    this.#handle.command("begin");
    this.#snapshot = {};
    setImmediate(this.endReadSnapshot);
    return this.#snapshot;
  }

  /** Also called before every commit, so that a read after the commit sees it. */
  readonly endReadSnapshot = (): void => {
    if (!this.#snapshot) return;
    this.#snapshot = undefined;
    // A disk error may have ended the transaction already, and nobody could catch the error of a second end.
    if (this.#handle.db.isTransaction) this.#handle.command("commit");
  };

  /**
   * Callers that awaited a commit run right after it, between two turns of the event loop. A snapshot that they begin
   * would last until the end of the next turn and hide what another process commits before that turn. This ends it
   * once all of them have run.
   */
  endReadSnapshotAfterCallers(): void {
    queueMicrotask(() => nextTick(this.endReadSnapshot));
  }

  close(): void {
    this.endReadSnapshot();
    this.#handle.db.close();
  }
}
