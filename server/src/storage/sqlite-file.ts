import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { OperatorError } from "../errors.ts";

/** "svc1", written into the header of our database files. */
export const APPLICATION_ID = 0x73766331;

const RESTORE = "restore a backup with `svc restore`, or name another --data-dir";

/** Looks at the header alone, before SQLite opens the file and could change anything around it. */
export function refuseDamagedFile(file: string): void {
  const descriptor = openSync(file, "r");
  try {
    const size = fstatSync(descriptor).size;
    if (size === 0) return; // created, and nothing written yet
    const header = Buffer.alloc(100);
    readSync(descriptor, header, 0, 100, 0);
    if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") {
      throw new OperatorError(`${file} is damaged or not a database`, RESTORE);
    }
    const applicationId = header.readUInt32BE(68);
    if (applicationId !== APPLICATION_ID && applicationId !== 0) {
      throw new OperatorError(`${file} belongs to another program`, "name another --data-dir");
    }
    const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
    const pages = header.readUInt32BE(28);
    if (size < pages * pageSize) throw new OperatorError(`${file} is cut short`, RESTORE);
  } finally {
    closeSync(descriptor);
  }
}
