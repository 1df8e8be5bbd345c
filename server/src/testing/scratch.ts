import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const SHARED_MEMORY = "/dev/shm";
/** A run needs about 4 GiB. The rest is left to others: what is here is memory. */
const NEEDED_BYTES = 12 * 2 ** 30;

/**
 * Where a test run has its databases: in memory if the system has a file system for that with enough space, because
 * every commit waits for the disk. Tests of lost power bring a disk of their own.
 */
export function scratchRoot(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
