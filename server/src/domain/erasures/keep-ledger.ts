import { existsSync } from "node:fs";
import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { type Erasure, erasuresFrom, listErasures } from "../../storage/erasures.ts";
import { LedgerFile, readLedger } from "../../storage/ledger-file.ts";
import { erasuresKeptSince } from "./erasures-kept-since.ts";

const BATCH = 1_000;
/** Transactions may commit in another order than that of their times, and replicas have clocks of their own. */
const OVERLAP_MS = 15 * 60_000;
const OVERLAP_EVERY_MS = 60_000;
const PRUNE_EVERY_MS = 86_400_000;

type KeeperApp = Pick<App, "backupSchedule" | "clock" | "db">;

/** Copies new erasures from the database to the file. Does nothing while another process does it. */
export type LedgerKeeper = (signal: AbortSignal) => Promise<void>;

type Open = {
  file: LedgerFile;
  /** The last row that was read. */
  position: Erasure;
  /** When the newest of the rows was recorded that were read so far. */
  newest: Millis;
  /** What the file has of the overlap, with the time at which it was recorded. */
  written: Map<string, Millis>;
  overlapAt: Millis;
  pruneAt: Millis;
};

/** Keeps the ledger in one folder up to date. The first process that comes writes it, until it stops or dies. */
export function createLedgerKeeper(app: KeeperApp, folder: string): LedgerKeeper {
  let open: Open | undefined;
  let isRunning = false;
  const close = (): void => {
    open?.file.close();
    open = undefined;
  };
  return async (signal) => {
    if (open && !existsSync(open.file.path)) close(); // somebody removed it: every row is copied again
    isRunning = true;
    try {
      if (!open) {
        open = await openLedger(app, folder);
        if (open) signal.addEventListener("abort", () => isRunning || close(), { once: true });
      }
      if (open) await keep(app, open, signal);
    } catch (error) {
      close(); // a line may be unfinished: opening the file again cuts it off
      throw error;
    } finally {
      isRunning = false;
      if (signal.aborted) close();
    }
  };
}

async function openLedger(app: Pick<App, "clock">, folder: string): Promise<Open | undefined> {
  const file = await LedgerFile.open(folder);
  if (!file) return undefined;
  try {
    let newest = 0;
    for await (const { erasure } of readLedger(file.path))
      newest = Math.max(newest, erasure?.recordedAt ?? 0);
    const from = overlapStart(app, newest);
    const written = new Map<string, Millis>();
    for await (const { erasure } of readLedger(file.path)) {
      if (erasure && erasure.recordedAt >= from) written.set(keyOf(erasure), erasure.recordedAt);
    }
    const now = app.clock();
    const position = erasuresFrom(from);
    return { file, position, newest, written, overlapAt: now + OVERLAP_EVERY_MS, pruneAt: now };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** A time in the future means that a clock was wrong. */
function overlapStart({ clock }: Pick<App, "clock">, newest: Millis): Millis {
  return Math.max(0, Math.min(newest, clock()) - OVERLAP_MS);
}

async function keep(app: KeeperApp, open: Open, signal: AbortSignal): Promise<void> {
  const now = app.clock();
  if (now >= open.overlapAt) {
    goBack(app, open);
    open.overlapAt = now + OVERLAP_EVERY_MS;
  }
  let isMore = true;
  while (isMore && !signal.aborted) isMore = await copyBatch(app, open);
  if (now < open.pruneAt || signal.aborted) return;
  await open.file.prune(erasuresKeptSince(app));
  open.pruneAt = now + PRUNE_EVERY_MS;
}

function goBack(app: Pick<App, "clock">, open: Open): void {
  const from = overlapStart(app, open.newest);
  open.position = erasuresFrom(from);
  for (const [key, recordedAt] of open.written) if (recordedAt < from) open.written.delete(key);
}

async function copyBatch({ db }: Pick<App, "db">, open: Open): Promise<boolean> {
  const rows = await listErasures(db, open.position, BATCH);
  const missing = rows.filter((row) => !open.written.has(keyOf(row)));
  if (missing.length > 0) await open.file.append(missing);
  for (const row of missing) open.written.set(keyOf(row), row.recordedAt);
  open.position = rows.at(-1) ?? open.position;
  open.newest = Math.max(open.newest, open.position.recordedAt);
  return rows.length === BATCH;
}

function keyOf({ recordedAt, projectId, userId, erasedAt }: Erasure): string {
  return `${recordedAt} ${projectId} ${userId} ${erasedAt}`;
}
