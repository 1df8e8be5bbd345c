import { createHash } from "node:crypto";
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { OperatorError } from "../errors.ts";
import { ByteReader, CutShort } from "./byte-reader.ts";
import {
  type Entry,
  MANIFEST,
  MANIFEST_LIMIT,
  type Manifest,
  ManifestError,
  parseManifest,
} from "./manifest.ts";
import { TAR_BLOCK, tarHeader, tarPadding } from "./tar-header.ts";
import { archiveTime, FILE_MODE } from "./write-archive.ts";

const CHUNK = 256 * 1024;
/** The start of a gzip file: magic, deflate, and no flags, so no names or comments. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0x00]);

export type ReadOptions = Readonly<{
  /** Throws to refuse the archive, before anything is written. */
  accept: (manifest: Manifest) => void | Promise<void>;
  /** The path to write an entry to. Its folder exists. */
  fileFor: (name: string) => string;
  onBytes?: ((count: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}>;

/**
 * Unpacks a backup with bounded memory. Every byte must be what `writeArchive` writes for the same manifest. Other
 * contents of a tar file (links, devices, other names, duplicates) are refused unread.
 */
export async function readArchive(file: string, options: ReadOptions): Promise<Manifest> {
  const size = refuseOther(file);
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // The reader throws the errors of the stream.
  pipeline(createReadStream(file, { highWaterMark: CHUNK }), gunzip, () => {});
  try {
    const manifest = await unpack(new ByteReader(gunzip), options);
    if (gunzip.bytesWritten !== size) throw new Unusable("something follows its end");
    return manifest;
  } catch (error) {
    throw explain(error, file);
  } finally {
    gunzip.destroy();
  }
}

/** The archive is invalid. */
class Unusable extends Error {}

function refuseOther(file: string): number {
  const hint = "pass an archive that svc backup created";
  if (!existsSync(file)) throw new OperatorError(`there is no ${file}`, hint);
  const stats = statSync(file);
  if (!stats.isFile()) throw new OperatorError(`${file} is not a file`, hint);
  const head = Buffer.alloc(GZIP_HEAD.length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  if (!head.equals(GZIP_HEAD)) throw new OperatorError(`${file} is not a backup of svc`, hint);
  return stats.size;
}

async function unpack(reader: ByteReader, options: ReadOptions): Promise<Manifest> {
  const manifest = await readManifest(reader);
  await options.accept(manifest);
  const at = archiveTime(manifest);
  for (const entry of manifest.entries) {
    options.signal?.throwIfAborted();
    const header = await reader.take(TAR_BLOCK);
    if (!header.equals(tarHeader(entry.name, entry.size, at, FILE_MODE))) {
      throw new Unusable(`${entry.name} is not where its manifest says`);
    }
    await unpackEntry(reader, entry, options);
    await expectZeros(reader, tarPadding(entry.size));
  }
  await expectZeros(reader, 2 * TAR_BLOCK);
  if (!(await reader.isAtEnd())) throw new Unusable("something follows its end");
  return manifest;
}

/** Only the size of the manifest is unknown in advance. The expected time is the one in the manifest. */
async function readManifest(reader: ByteReader): Promise<Manifest> {
  const header = await reader.take(TAR_BLOCK);
  const told = header.toString("latin1", 124, 135);
  const size = /^[0-7]{11}$/.test(told) ? Number.parseInt(told, 8) : Number.POSITIVE_INFINITY;
  if (header.toString("latin1", 0, MANIFEST.length + 1) !== `${MANIFEST}\0` || size > MANIFEST_LIMIT) {
    throw new Unusable("it does not begin with a manifest");
  }
  const manifest = parseManifest(await reader.take(size));
  if (!header.equals(tarHeader(MANIFEST, size, archiveTime(manifest), FILE_MODE))) {
    throw new Unusable("it does not begin with a manifest");
  }
  await expectZeros(reader, tarPadding(size));
  return manifest;
}

async function unpackEntry(reader: ByteReader, entry: Entry, options: ReadOptions): Promise<void> {
  const hash = createHash("sha256");
  const target = await open(options.fileFor(entry.name), "wx", FILE_MODE);
  try {
    for await (const chunk of reader.stream(entry.size)) {
      options.signal?.throwIfAborted();
      hash.update(chunk);
      await target.writeFile(chunk);
      options.onBytes?.(chunk.length);
    }
    if (hash.digest("hex") !== entry.sha256) throw new Unusable(`${entry.name} has another checksum`);
    await target.sync();
  } finally {
    await target.close();
  }
}

async function expectZeros(reader: ByteReader, count: number): Promise<void> {
  const bytes = await reader.take(count);
  if (bytes.some((byte) => byte !== 0)) throw new Unusable("there is something between its files");
}

function explain(error: unknown, file: string): unknown {
  const hint = "use another backup; nothing was changed";
  if (error instanceof ManifestError && error.isNewer) {
    return new OperatorError(
      `${file} was written by a newer svc: ${error.message}`,
      "restore it with that svc",
    );
  }
  if (error instanceof ManifestError || error instanceof Unusable) {
    return new OperatorError(`${file} is damaged or not a backup of svc: ${error.message}`, hint);
  }
  const code = String((error as { code?: unknown }).code ?? "");
  if (error instanceof CutShort || code === "Z_BUF_ERROR")
    return new OperatorError(`${file} is cut short`, hint);
  if (code.startsWith("Z_")) return new OperatorError(`${file} is damaged`, hint);
  return error;
}
