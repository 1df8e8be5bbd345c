import { type FileHandle, open } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";

/**
 * `secure_delete` overwrites what is deleted. But when SQLite moves rows to another page because a row has grown, copies
 * of them can stay in the middle of the old page, between the list of its cells and the cells themselves. A deletion does
 * not find these copies. This overwrites the middle of every page, which no reader looks at. See "B-tree Pages" in the
 * description of SQLite's file format.
 */

/** The types of pages that have cells, and how long their headers are. */
const HEADER_BYTES: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };

/** The first page begins with the header of the file. */
const FILE_HEADER_BYTES = 100;

/** Any other page begins with the number of a page, whose first byte is 0 in a file of fewer pages. */
const MOST_PAGES = 2 ** 24;

const PAGES_AT_ONCE = 256;

/** For a file that no connection has open, such as a copy. Returns how many pages it changed. */
export async function scrubPages(file: string): Promise<number> {
  const handle = await open(file, "r+");
  try {
    return await scrub(handle);
  } finally {
    await handle.close();
  }
}

/** For the database of a server that stops. Does nothing while another process uses it: the next stop does it. */
export async function scrubWhenUnused(file: string): Promise<number> {
  const guard = new DatabaseSync(file, { timeout: 0 });
  let handle: FileHandle | undefined;
  try {
    guard.exec("pragma locking_mode=exclusive");
    if (guard.prepare("pragma wal_checkpoint(truncate)").get()?.busy !== 0) return 0;
    handle = await open(file, "r+");
    return await scrub(handle);
  } finally {
    guard.close();
    await handle?.close(); // after the guard: to close any handle of a file drops the locks of its process
  }
}

async function scrub(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  const { pageSize, hasPointerMap } = await readHeader(handle);
  // The pages of a pointer map begin like pages with cells. svc makes none, but an operator can.
  if (hasPointerMap || pageSize < 512 || size / pageSize > MOST_PAGES) return 0;
  const buffer = Buffer.alloc(pageSize * PAGES_AT_ONCE);
  const zeros = Buffer.alloc(pageSize);
  let changed = 0;
  for (let at = 0; at < size; at += buffer.length) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    for (let start = 0; start + pageSize <= bytesRead; start += pageSize) {
      const page = buffer.subarray(start, start + pageSize);
      const unused = unusedBytesOf(page, at + start === 0 ? FILE_HEADER_BYTES : 0);
      if (unused === undefined || unused.equals(zeros.subarray(0, unused.length))) continue;
      unused.fill(0);
      await handle.write(page, 0, pageSize, at + start);
      changed += 1;
    }
  }
  if (changed > 0) await handle.sync();
  return changed;
}

async function readHeader(handle: FileHandle): Promise<{ pageSize: number; hasPointerMap: boolean }> {
  const header = Buffer.alloc(FILE_HEADER_BYTES);
  await handle.read(header, 0, header.length, 0);
  const size = header.readUInt16BE(16);
  return { pageSize: size === 1 ? 65_536 : size, hasPointerMap: header.readUInt32BE(52) !== 0 };
}

/** Undefined for a page without cells, and for one that is damaged. */
function unusedBytesOf(page: Buffer, headerAt: number): Buffer | undefined {
  const headerBytes = HEADER_BYTES[page[headerAt] ?? 0];
  if (headerBytes === undefined) return undefined;
  const cells = page.readUInt16BE(headerAt + 3);
  const listEnd = headerAt + headerBytes + 2 * cells;
  const contentStart = page.readUInt16BE(headerAt + 5) || 65_536;
  return listEnd <= contentStart && contentStart <= page.length
    ? page.subarray(listEnd, contentStart)
    : undefined;
}
