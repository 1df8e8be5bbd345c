import { existsSync } from "node:fs";
import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { type Erasure, type ErasurePlace, erasuresFrom, listErasures } from "../../storage/erasures.ts";
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
  position: ErasurePlace;
  /** When the newest line was recorded, never in the future: older rows are copied, apart from those of the overlap. */
  newest: Millis;
  /** What the file has of the overlap and of the future, with the latest time of the row. */
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
    const now = app.clock();
    let newest = 0;
    for await (const { erasure } of readLedger(file.path))
      if (erasure && erasure.recordedAt <= now) newest = Math.max(newest, erasure.recordedAt);
    const from = overlapStart(app, newest);
    const written = new Map<string, Millis>();
    for await (const { erasure } of readLedger(file.path)) {
      if (erasure && latestOf(erasure) >= from) written.set(keyOf(erasure), latestOf(erasure));
    }
    const position = erasuresFrom(from);
    return { file, position, newest, written, overlapAt: now + OVERLAP_EVERY_MS, pruneAt: now };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The clock may have been set back since. */
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
  for (const [key, latest] of open.written) if (latest < from) open.written.delete(key);
}

/**
 * A time in the future is one of a wrong clock. The line gets the time at which it is copied, because the times of the
 * lines tell a restarted server from where on rows may be missing.
 */
async function copyBatch({ clock, db }: Pick<App, "clock" | "db">, open: Open): Promise<boolean> {
  const now = clock();
  const rows = await listErasures(db, open.position, BATCH);
  const missing = rows.filter((row) => !open.written.has(keyOf(row)));
  const lines = missing.map((row) => ({ ...row, recordedAt: Math.min(row.recordedAt, now) }));
  if (lines.length > 0) await open.file.append(lines);
  for (const row of missing) open.written.set(keyOf(row), latestOf(row));
  open.position = rows.at(-1) ?? open.position;
  open.newest = Math.max(open.newest, ...lines.map(({ recordedAt }) => recordedAt));
  return rows.length === BATCH;
}

function latestOf({ recordedAt, erasedAt }: Erasure): Millis {
  return Math.max(recordedAt, erasedAt);
}

function keyOf({ projectId, userId, erasedAt }: Erasure): string {
  return `${projectId} ${userId} ${erasedAt}`;
}
