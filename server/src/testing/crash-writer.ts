import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors.ts";
import type { Db } from "../storage/db.ts";
import { migrate } from "../storage/migrate.ts";
import { openDatabase } from "../storage/open.ts";
import { transact } from "../storage/transact.ts";

/**
 * A process to be killed: writes transactions as fast as it can and says `ack <id>` once each is
 * promised to be on disk, or `no <id> <reason>`. Usage: crash-writer.ts <file> <run> <rows>
 * It ends when that many rows are written: on a slow machine a fault refuses more of them than on a fast one.
 */
const [file = "", run = "", rows = "0"] = process.argv.slice(2);
const WORKERS = 8;
const STDOUT = 1;
/** A refused write is retried after a pause. */
const PATIENCE_MS = 5;

const app: { db: Db } = { db: openDatabase({ kind: "sqlite", file }) };
let next = 0;
let left = Number(rows);

/** Three rows of one transaction: either all or none must be visible. */
async function write(id: string): Promise<void> {
  await transact(app, async ({ db }) => {
    await db
      .insertInto("instanceSettings")
      .values({ key: id, value: "x".repeat(200), updatedAt: 0 })
      .execute();
    await db.insertInto("leases").values({ name: id, holder: run, until: 0 }).execute();
    await db
      .updateTable("leases")
      .set((row) => ({ until: row("until", "+", 1) }))
      .where("name", "=", "count")
      .execute();
  });
}

async function work(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const id = `${run}-${next++}`;
    try {
      await write(id);
      say(`ack ${id}`);
    } catch (error) {
      left += 1;
      say(`no ${id} ${error instanceof AppError ? error.reason : String(error)}`);
      await sleep(PATIENCE_MS);
    }
  }
}

/** Synchronous, so that a line is with the reader before anything else happens. */
function say(line: string): void {
  writeSync(STDOUT, `${line}\n`);
}

await migrate(app.db, 0);
await app.db
  .insertInto("leases")
  .values({ name: "count", holder: "", until: 0 })
  .onConflict((conflict) => conflict.doNothing())
  .execute();
await Promise.all(Array.from({ length: WORKERS }, work));
await app.db.destroy();
