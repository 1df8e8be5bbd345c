import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { encodeManifest, MANIFEST, type Manifest } from "./manifest.ts";
import { readChunks } from "./read-chunks.ts";
import { TAR_BLOCK, tarHeader, tarPadding } from "./tar-header.ts";

const CHUNK = 256 * 1024;
/** Nearly as small as the default level 6, in half the time, because the server is running meanwhile. */
const LEVEL = 3;
export const FILE_MODE = 0o600;

export type ArchiveOptions = Readonly<{
  to: string;
  manifest: Manifest;
  /** The path of an entry's content. */
  fileOf: (name: string) => string;
  /** Called with the number of bytes that were read since the last time. */
  onBytes?: ((count: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}>;

/** Writes the manifest and the files that it lists into one gzipped tar, and syncs it to disk. */
export async function writeArchive(options: ArchiveOptions): Promise<void> {
  const { to, signal } = options;
  await pipeline(
    blocks(options),
    createGzip({ level: LEVEL, chunkSize: CHUNK }),
    createWriteStream(to, { flags: "wx", mode: FILE_MODE, flush: true }),
    { ...(signal && { signal }) },
  );
}

/** The modification time of every file in the archive. */
export function archiveTime({ createdAt }: Pick<Manifest, "createdAt">): number {
  return Math.floor(Date.parse(createdAt) / 1000);
}

async function* blocks({ manifest, fileOf, onBytes }: ArchiveOptions): AsyncIterable<Buffer> {
  const at = archiveTime(manifest);
  const head = encodeManifest(manifest);
  yield tarHeader(MANIFEST, head.length, at, FILE_MODE);
  yield head;
  yield Buffer.alloc(tarPadding(head.length));
  for (const { name, size, sha256 } of manifest.entries) {
    yield tarHeader(name, size, at, FILE_MODE);
    const hash = createHash("sha256");
    for await (const chunk of readChunks(fileOf(name), CHUNK)) {
      hash.update(chunk);
      onBytes?.(chunk.length);
      yield chunk;
    }
    if (hash.digest("hex") !== sha256) throw new Error(`${name} changed while it was archived`);
    yield Buffer.alloc(tarPadding(size));
  }
  yield Buffer.alloc(2 * TAR_BLOCK);
}
