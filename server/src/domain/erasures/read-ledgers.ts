import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { OperatorError } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import type { Erasure } from "../../storage/erasures.ts";
import { ledgerIn, readLedger } from "../../storage/ledger-file.ts";

export type LedgerPlaces = Readonly<{
  archive: string;
  dataDir: string;
  /** Where the server writes its backups. */
  backupDir: string | undefined;
  /** Files that the operator named. They must be there. */
  erasures: readonly string[];
}>;

/** The ledgers that a restore reads: in the data directory, in the backup directory, beside the backup, and named ones. */
export function findLedgers({ archive, dataDir, backupDir, erasures }: LedgerPlaces): string[] {
  const folders = [dataDir, ...(backupDir === undefined ? [] : [backupDir]), dirname(archive)];
  const found = folders.map(ledgerIn).filter((file) => existsSync(file));
  return [...new Set([...found, ...erasures].map((file) => resolve(file)))];
}

/** The erasures since this time. Throws if a ledger cannot be read or is damaged, because somebody could come back. */
export async function readLedgers(files: readonly string[], since: Millis): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  for (const file of files) {
    try {
      for await (const { number, erasure, isComplete } of readLedger(file)) {
        if (erasure === undefined && isComplete) throw damagedLedgerError(file, number);
        if (erasure && erasure.erasedAt >= since) erasures.push(erasure);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof OperatorError || code === undefined) throw error;
      throw new OperatorError(
        `cannot read the ledger of erasures ${file} (${code})`,
        "make it readable; nothing was changed",
      );
    }
  }
  return erasures;
}

function damagedLedgerError(file: string, line: number): OperatorError {
  return new OperatorError(
    `line ${line} of the ledger of erasures ${file} is damaged`,
    "put a good copy in its place, or remove that line and erase by hand whom it names; nothing was changed",
  );
}
