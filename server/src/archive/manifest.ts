export type Entry = Readonly<{ name: string; size: number; sha256: string }>;

/** The first file of a backup. It describes the backup and lists all other files in order. */
export type Manifest = Readonly<{
  format: number;
  /** The version of svc that wrote it. */
  version: string;
  createdAt: string;
  engine: "sqlite" | "postgres";
  /** The migrations that the database had, oldest first. */
  migrations: readonly string[];
  masterKeyId: string;
  entries: readonly Entry[];
}>;

export const MANIFEST = "manifest.json";
export const FORMAT = 1;
export const MASTER_KEY = "keys/master.key";
export const DATABASE = "svc.db";

/** Our manifests are smaller: a backup has one file per table or one database, and the uploads. */
export const MANIFEST_LIMIT = 16 * 1024 * 1024;
const ENTRIES_LIMIT = 100_000;
const KEY_LIMIT = 64 * 1024;

/** Why an archive cannot be used; the reader adds its name. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
  /** True when a newer svc could read it. */
  readonly isNewer: boolean;

  constructor(message: string, isNewer = false) {
    super(message);
    this.isNewer = isNewer;
  }
}

export function encodeManifest(manifest: Manifest): Buffer {
  const { format, version, createdAt, engine, migrations, masterKeyId, entries } = manifest;
  const listed = entries.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  const ordered = { format, version, createdAt, engine, migrations, masterKeyId, entries: listed };
  return Buffer.from(`${JSON.stringify(ordered, null, 2)}\n`);
}

/** Accepts only what `encodeManifest` writes: encoding the result must give the same bytes. */
export function parseManifest(bytes: Buffer): Manifest {
  const manifest = parseJson(bytes);
  const { format } = manifest;
  if (typeof format === "number" && format > FORMAT) {
    throw new ManifestError(`its format is ${format}, and this svc knows ${FORMAT}`, true);
  }
  if (format !== FORMAT) throw new ManifestError("its manifest has no format");
  refuse(!isManifest(manifest), "its manifest is not one of svc");
  const known = manifest as unknown as Manifest;
  refuse(!encodeManifest(known).equals(bytes), "its manifest has more in it than it may");
  refuseEntries(known);
  return known;
}

function parseJson(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // reported below
  }
  throw new ManifestError("its manifest cannot be read");
}

function isManifest(value: Record<string, unknown>): boolean {
  const { version, createdAt, engine, migrations, masterKeyId, entries } = value;
  return (
    typeof version === "string" &&
    /^[\w.+-]{1,64}$/.test(version) &&
    typeof createdAt === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(createdAt) &&
    Date.parse(createdAt) >= 0 &&
    (engine === "sqlite" || engine === "postgres") &&
    Array.isArray(migrations) &&
    migrations.length <= 10_000 &&
    migrations.every((name) => typeof name === "string" && /^\d{4}-[a-z0-9-]{1,64}$/.test(name)) &&
    typeof masterKeyId === "string" &&
    /^[\w-]{8}$/.test(masterKeyId) &&
    Array.isArray(entries) &&
    entries.length <= ENTRIES_LIMIT &&
    entries.every(isEntry)
  );
}

function isEntry(entry: unknown): boolean {
  const { name, size, sha256 } = (entry ?? {}) as Record<string, unknown>;
  return (
    typeof name === "string" &&
    Number.isSafeInteger(size) &&
    (size as number) >= 0 &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}

/** Checks that names are unique and stay inside the folder, and that all files for a restore are present. */
function refuseEntries({ engine, entries }: Manifest): void {
  const seen = new Set<string>();
  for (const { name, size } of entries) {
    refuse(
      !isEntryName(name, engine),
      `it lists a file that no backup has (${JSON.stringify(name.slice(0, 80))})`,
    );
    refuse(name.startsWith("keys/") && size > KEY_LIMIT, `${name} is too large for a key`);
    // Ignoring case, like some file systems.
    refuse(seen.has(name.toLowerCase()), `it lists ${name} twice`);
    seen.add(name.toLowerCase());
  }
  const inTheWay = [...seen].find((name) => [...parentsOf(name)].some((parent) => seen.has(parent)));
  refuse(inTheWay !== undefined, `it lists ${inTheWay} below a file`);
  const key = entries.find(({ name }) => name === MASTER_KEY);
  refuse(key?.size !== 32, "it has no master key");
  refuse(engine === "sqlite" && !seen.has(DATABASE), "it has no database");
}

/** Whether a backup of this engine may contain the name. A path segment must not be `.` or `..`. */
export function isEntryName(name: string, engine: Manifest["engine"]): boolean {
  if (name.length > 100) return false;
  if (name === DATABASE) return engine === "sqlite";
  if (/^tables\/[a-z][a-z0-9_]*\.jsonl$/.test(name)) return engine === "postgres";
  return /^(keys|uploads)(\/(?!\.)[A-Za-z0-9._-]*[A-Za-z0-9_-])+$/.test(name);
}

function* parentsOf(name: string): Iterable<string> {
  for (let at = name.indexOf("/"); at >= 0; at = name.indexOf("/", at + 1)) yield name.slice(0, at);
}

function refuse(isWrong: boolean, why: string): void {
  if (isWrong) throw new ManifestError(why);
}
