import { appendFileSync } from "node:fs";

/** Writes to a file until nothing fits on its disk any more, not even a small row. */
export function fillUp(file: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOSPC") throw error;
    }
  }
}
