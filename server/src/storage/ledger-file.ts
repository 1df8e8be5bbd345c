import { createReadStream, existsSync, statSync } from "node:fs";
import { open, rename, rm, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Millis } from "./db.ts";
import { makeDirectory, syncDirectory, syncFile, writeDurably } from "./durable-files.ts";
import type { Erasure } from "./erasures.ts";
import { lockFile } from "./file-lock.ts";

/** The ledger of erasures: who was erased and when, one JSON object per line. Outside the database, so that a restore can read it. */
const NAME = "erasures.ndjson";

export function ledgerIn(folder: string): string {
  return join(folder, NAME);
}

export type LedgerLine = Readonly<{
  number: number;
  text: string;
  /** Undefined if the line is damaged. */
  erasure: Erasure | undefined;
  /** False for a last line without its end: the process was killed while it wrote. */
  isComplete: boolean;
}>;

export async function* readLedger(file: string): AsyncIterable<LedgerLine> {
  let rest = Buffer.alloc(0);
  let number = 0;
  const line = (text: string, isComplete: boolean): LedgerLine => {
    number += 1;
    return { number, text, isComplete, erasure: decode(text) };
  };
  for await (const chunk of createReadStream(file)) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) for (const text of bytes.toString("utf8", 0, end - 1).split("\n")) yield line(text, true);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield line(rest.toString("utf8"), false);
}

/** The ledger of one folder, open for writing. Only one process has it open. */
export class LedgerFile {
  readonly path: string;
  readonly #lock: { release: () => void };

  private constructor(path: string, lock: { release: () => void }) {
    this.path = path;
    this.#lock = lock;
  }

  /** Returns undefined while another process writes it. What a killed process left unfinished is cut off. */
  static async open(folder: string): Promise<LedgerFile | undefined> {
    makeDirectory(folder);
    const path = ledgerIn(folder);
    const lock = lockFile(`${path}.lock`);
    if (!lock) return undefined;
    try {
      if (existsSync(path)) await cutUnfinishedLine(path);
      else writeDurably(path, "");
      return new LedgerFile(path, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The lines are on disk when this returns. */
  async append(erasures: readonly Erasure[]): Promise<void> {
    const file = await open(this.path, "a", 0o600);
    try {
      await file.writeFile(erasures.map(encode).join(""));
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Removes the lines that were written before this time. Until the new file is complete, the old one stays. */
  async prune(before: Millis): Promise<void> {
    const next = `${this.path}.new`;
    let removed = 0;
    const file = await open(next, "w", 0o600);
    try {
      await file.chmod(0o600); // a killed process may have left a file of this name
      const kept: string[] = [];
      for await (const { text, erasure } of readLedger(this.path)) {
        if (erasure && erasure.recordedAt < before) removed += 1;
        else kept.push(`${text}\n`);
        if (kept.length === 1_000) await file.writeFile(kept.splice(0).join(""));
      }
      await file.writeFile(kept.join(""));
      await file.sync();
    } finally {
      await file.close();
    }
    if (removed === 0) return rm(next);
    await rename(next, this.path);
    syncDirectory(dirname(this.path));
  }

  close(): void {
    this.#lock.release();
  }
}

async function cutUnfinishedLine(path: string): Promise<void> {
  let cut = 0;
  for await (const { text, isComplete } of readLedger(path)) if (!isComplete) cut = Buffer.byteLength(text);
  if (cut === 0) return;
  await truncate(path, statSync(path).size - cut);
  syncFile(path);
}

function encode({ recordedAt, projectId, userId, erasedAt, banned }: Erasure): string {
  const ban = banned === 1 ? { banned: true } : {};
  return `${JSON.stringify({ recordedAt, projectId, userId, erasedAt, ...ban })}\n`;
}

function decode(text: string): Erasure | undefined {
  try {
    const { recordedAt, projectId, userId, erasedAt, banned } = JSON.parse(text);
    const isErasure =
      Number.isSafeInteger(recordedAt) &&
      Number.isSafeInteger(erasedAt) &&
      typeof projectId === "string" &&
      projectId !== "" &&
      typeof userId === "string";
    if (!isErasure) return undefined;
    return { recordedAt, projectId, userId, erasedAt, banned: banned === true ? 1 : 0 };
  } catch {
    return undefined;
  }
}
