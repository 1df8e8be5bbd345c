import { createReadStream, statSync } from "node:fs";

/** Reads a file in chunks of a size. A file that is smaller takes no more memory than its own size. */
export function readChunks(file: string, chunkBytes: number, signal?: AbortSignal): AsyncIterable<Buffer> {
  const highWaterMark = Math.max(1, Math.min(chunkBytes, statSync(file).size));
  return createReadStream(file, { highWaterMark, ...(signal && { signal }) });
}
