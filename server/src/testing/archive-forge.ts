import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Entry, encodeManifest, MANIFEST, type Manifest, parseManifest } from "../archive/manifest.ts";
import { TAR_BLOCK, tarHeader, tarPadding } from "../archive/tar-header.ts";
import { archiveTime, FILE_MODE } from "../archive/write-archive.ts";

export type Piece = { name: string; content: Buffer };

/** The parts of a backup, to build invalid archives. */
export type Whole = { manifest: Manifest; pieces: Piece[] };

export function takeApart(archive: Buffer): Whole {
  const tar = gunzipSync(archive);
  const size = Number.parseInt(tar.toString("latin1", 124, 135), 8);
  const manifest = parseManifest(tar.subarray(TAR_BLOCK, TAR_BLOCK + size));
  let at = TAR_BLOCK + size + tarPadding(size);
  const pieces = manifest.entries.map(({ name, size }) => {
    const content = tar.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size);
    at += TAR_BLOCK + size + tarPadding(size);
    return { name, content };
  });
  return { manifest, pieces };
}

/** A correct manifest for these pieces. */
export function manifestOf({ manifest }: Whole, pieces: readonly Piece[], changes = {}): Manifest {
  return { ...manifest, entries: pieces.map(entryOf), ...changes };
}

export function entryOf({ name, content }: Piece): Entry {
  return { name, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** The blocks of one file; `forge` may change its header, whose checksum is then made right again. */
export function blocksOf(piece: Piece, at: number, forge: (header: Buffer) => void = () => {}): Buffer {
  const header = tarHeader(piece.name.slice(0, 100), piece.content.length, at, FILE_MODE);
  const untouched = Buffer.from(header);
  forge(header);
  if (header.subarray(148, 156).equals(untouched.subarray(148, 156))) signHeader(header);
  return Buffer.concat([header, piece.content, Buffer.alloc(tarPadding(piece.content.length))]);
}

export function signHeader(header: Buffer): void {
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
}

export const END: Buffer = Buffer.alloc(2 * TAR_BLOCK);

/** The tar of a manifest and pieces as a backup has them, each file's blocks apart. */
export function filesOf(manifest: Manifest | Buffer, pieces: readonly Piece[], at: number): Buffer[] {
  const content = Buffer.isBuffer(manifest) ? manifest : encodeManifest(manifest);
  return [{ name: MANIFEST, content }, ...pieces].map((piece) => blocksOf(piece, at));
}

export function timeOf({ manifest }: Whole): number {
  return archiveTime(manifest);
}

export function zip(...parts: readonly Buffer[]): Buffer {
  return gzipSync(Buffer.concat(parts), { level: 1 });
}
