import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { OperatorError } from "../../errors.ts";

/** "svc1", written into the header of our database files. */
export const APPLICATION_ID = 0x73766331;

const RESTORE = "put a copy of the data directory back, or name another --data-dir";

/**
 * Looks at the header alone, before SQLite opens the file and could change anything around it. Not
 * for a file that this process has open: closing a file drops every lock the process has on it.
 */
export function refuseDamagedFile(file: string): void {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    if (size < 100) throw new OperatorError(`${file} is cut short`, RESTORE);
    const header = Buffer.alloc(100);
    readSync(descriptor, header, 0, 100, 0);
    refuseHeader(file, header, size);
  } finally {
    closeSync(descriptor);
  }
}

function refuseHeader(file: string, header: Buffer, size: number): void {
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") {
    throw new OperatorError(`${file} is damaged or not a database`, RESTORE);
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new OperatorError(`${file} belongs to another program`, "name another --data-dir");
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  // A process killed while it copied the log into the file leaves the end of the file in the log.
  if (size < pages * pageSize && !hasLog(file)) throw new OperatorError(`${file} is cut short`, RESTORE);
}

function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
}
