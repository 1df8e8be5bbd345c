import { gunzipSync, gzipSync } from "node:zlib";
import { TAR_BLOCK as BLOCK, tarPadding as paddingOf, tarHeader } from "../archive/tar-header.ts";

const OS_BYTE = 9;
const UNKNOWN_OS = 255;

export type TarEntry = { name: string; content: Uint8Array };

/** A gzipped ustar archive of plain files, the same bytes for the same files and date. */
export function tarGz(entries: readonly TarEntry[], modifiedAt = 0): Buffer {
  const bytes = gzipSync(tar(entries, modifiedAt), { level: 9 });
  bytes[OS_BYTE] = UNKNOWN_OS; // otherwise it tells where it was made
  return bytes;
}

/** The archive before it is compressed. */
export function tar(entries: readonly TarEntry[], modifiedAt: number): Buffer {
  const blocks = entries.flatMap(({ name, content }) => [
    tarHeader(name, content.length, Math.floor(modifiedAt / 1000)),
    content,
    Buffer.alloc(paddingOf(content.length)),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** The files of an archive that `tarGz` wrote, and the date it was given. */
export function readTarGz(archive: Uint8Array): { entries: TarEntry[]; modifiedAt: number } {
  const bytes = gunzipSync(archive);
  const entries: TarEntry[] = [];
  let modifiedAt = 0;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const name = bytes.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const size = octal(bytes, at + 124);
    modifiedAt = octal(bytes, at + 136) * 1000;
    entries.push({ name, content: bytes.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + size + paddingOf(size);
  }
  return { entries, modifiedAt };
}

function octal(bytes: Buffer, at: number): number {
  return Number.parseInt(bytes.toString("latin1", at, at + 11), 8);
}
