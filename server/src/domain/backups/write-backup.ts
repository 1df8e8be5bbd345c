import { createHash } from "node:crypto";
import { existsSync, linkSync, readdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { App } from "../../app.ts";
import { type Entry, encodeManifest, FORMAT, isEntryName, type Manifest } from "../../archive/manifest.ts";
import { readChunks } from "../../archive/read-chunks.ts";
import { writeArchive } from "../../archive/write-archive.ts";
import { OperatorError } from "../../errors.ts";
import { syncDirectory } from "../../storage/durable-files.ts";
import { openPartial } from "../../storage/partial-folder.ts";
import { isoTime } from "./backup-name.ts";
import { diskError } from "./disk-error.ts";

export type BackupApp = Pick<App, "clock" | "takeSnapshot" | "version">;

export type BackupOptions = Readonly<{
  /** Path of the archive to create. It must not exist. */
  to: string;
  signal?: AbortSignal | undefined;
  /** Called with the packed and the total number of bytes, first with 0. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}>;

export type Backup = Readonly<{ file: string; size: number; manifest: Manifest }>;

/**
 * Writes all data of the instance into one archive, while the server keeps running. The file gets its name once it is
 * complete and synced to disk. If this fails, there is no file.
 */
export async function writeBackup(app: BackupApp, options: BackupOptions): Promise<Backup> {
  const { to, signal } = options;
  refuseTarget(to);
  try {
    const partial = openPartial(dirname(to), basename(to));
    try {
      const content = join(partial.path, "content");
      const archive = join(partial.path, "archive.tar.gz");
      const manifest = await takeContent(app, partial.make("content"), signal);
      const fileOf = (name: string): string => join(content, name);
      await writeArchive({ to: archive, manifest, fileOf, signal, onBytes: counting(manifest, options) });
      signal?.throwIfAborted();
      publishArchive(archive, to);
      return { file: to, size: statSync(to).size, manifest };
    } finally {
      partial.remove();
    }
  } catch (error) {
    throw diskError(error, dirname(to));
  }
}

function refuseTarget(to: string): void {
  if (existsSync(to)) throw new OperatorError(`${to} is there already`, "name another file");
  if (existsSync(dirname(to)) && statSync(dirname(to)).isDirectory()) return;
  throw new OperatorError(`there is no directory ${dirname(to)}`, "create it first, or name another file");
}

async function takeContent(app: BackupApp, folder: string, signal?: AbortSignal): Promise<Manifest> {
  const createdAt = isoTime(app.clock());
  const { engine, migrations, masterKeyId } = await app.takeSnapshot(folder, signal);
  const entries: Entry[] = [];
  for (const name of listFiles(folder)) {
    if (!isEntryName(name, engine)) {
      throw new OperatorError(
        `${name} has a name that no backup can hold`,
        "rename it, or move it out of the way",
      );
    }
    entries.push({ name, ...(await measure(join(folder, name), signal)) });
  }
  return { format: FORMAT, version: app.version, createdAt, engine, migrations, masterKeyId, entries };
}

function listFiles(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const name = `${below}${entry.name}`;
      return entry.isDirectory() ? listFiles(folder, `${name}/`) : [name];
    })
    .sort();
}

async function measure(file: string, signal?: AbortSignal): Promise<Pick<Entry, "size" | "sha256">> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of readChunks(file, 1024 * 1024, signal)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}

function counting(manifest: Manifest, { onProgress }: BackupOptions): ((count: number) => void) | undefined {
  if (!onProgress) return undefined;
  const total = manifest.entries.reduce((sum, { size }) => sum + size, encodeManifest(manifest).length);
  let done = 0;
  onProgress(done, total);
  return (count) => {
    done += count;
    onProgress(done, total);
  };
}

/** Uses a hard link, which unlike a rename never replaces a file that was created meanwhile. */
function publishArchive(archive: string, to: string): void {
  try {
    linkSync(archive, to);
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") {
      throw new OperatorError(`${to} is there already`, "name another file");
    }
    renameSync(archive, to); // a file system without links
  }
  syncDirectory(dirname(to));
}
