import type { DatabaseConnection, Driver } from "kysely";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import { BatchWriter } from "./batch.ts";
import { SqliteConnection } from "./connection.ts";
import { translateError } from "./errors.ts";
import { APPLICATION_ID } from "./file-header.ts";
import { SqliteHandle } from "./handle.ts";
import { SnapshotReader } from "./read-snapshot.ts";
import { retryWhileBusy } from "./write-lock.ts";
import { WritePause } from "./write-pause.ts";

/**
 * The log grows to so many pages before SQLite copies them to the file, each once. Its default of a thousand copies
 * pages that change often four times as often, and up to four thousand are looked up in one table.
 */
export const LOG_PAGES = 4_000;

/** Kysely's driver: one connection that writes in batches, one that reads snapshots. */
export class GroupCommitDriver implements Driver {
  readonly #file: string;
  readonly #busyMs: number;
  #writer!: BatchWriter;
  #reader!: SnapshotReader;

  constructor(file: string, busyMs: number) {
    this.#file = file;
    this.#busyMs = busyMs;
  }

  async init(): Promise<void> {
    const handle = new SqliteHandle(this.#file, { readOnly: false, blockingWaitMs: 0 });
    const pause = new WritePause();
    try {
      await retryWhileBusy(this.#busyMs, () => prepareFile(handle));
      // The writer keeps SQLite's small cache: after each commit SQLite looks through all of it.
      handle.db.exec("pragma synchronous=full; pragma foreign_keys=on; pragma temp_store=memory");
      handle.db.exec("pragma secure_delete=on"); // what is deleted is overwritten
      handle.db.exec(`pragma wal_autocheckpoint=${LOG_PAGES}`);
      emptyLog(handle, pause);
      this.#reader = new SnapshotReader(this.#file);
    } catch (error) {
      handle.db.close();
      throw error;
    }
    this.#writer = new BatchWriter({ handle, reader: this.#reader, pause, busyMs: this.#busyMs });
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseOuterHandle();
    return new SqliteConnection(this.#writer, this.#reader);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as SqliteConnection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as SqliteConnection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as SqliteConnection).rollback();
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#writer.close();
  }
}

/** Writes the application id first: a file that is not empty has it, wherever a first start was cut short. */
function prepareFile({ db }: SqliteHandle): void {
  const isNew = db.prepare("pragma page_count").get()?.page_count === 0;
  if (isNew) db.exec(`pragma application_id=${APPLICATION_ID}`);
  db.exec("pragma journal_mode=wal");
}

/**
 * If an fsync had failed, the log of a killed process may be in the kernel's memory and not on the disk. The checkpoint
 * writes its pages again, into the file, and the next commit begins a new log. A log that another process uses stays.
 */
function emptyLog({ db }: SqliteHandle, pause: WritePause): void {
  try {
    db.exec("pragma wal_checkpoint(truncate)");
  } catch (error) {
    pause.begin(translateError(error));
  }
}
