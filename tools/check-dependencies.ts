import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

const KINDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
] as const;
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const ADR = "docs/adr/0010-dependencies.md";

type Manifest = { name?: string; [kind: string]: unknown };
type Locked = {
  resolved?: string;
  link?: boolean;
  integrity?: string;
  /** Packages that are bundled inside it. */
  bundleDependencies?: string[];
} & Partial<Record<string, object>>;
type Direct = { file: string; name: string; version: unknown };

/** Checks for exact versions, a lockfile for every platform without registry URLs, and a documented reason for each dependency. */
export function checkDependencies(root: string): Finding {
  const manifests = repositoryFiles(root).filter((path) => /(^|\/)package\.json$/.test(path));
  const direct = manifests.flatMap((file) => directOf(file, readJson<Manifest>(join(root, file))));
  const lockfiles = manifests.map((file) => file.replace(/package\.json$/, "package-lock.json"));
  const locks = lockfiles.filter((file) => existsSync(join(root, file))).map((file) => readLock(root, file));
  const problems = [
    ...direct.flatMap(notPinned),
    ...locks.flatMap(lockProblems),
    ...unexplained(root, direct),
  ];
  const locked = locks.reduce((count, { packages }) => count + Object.keys(packages).length, 0);
  const looked = `${direct.length} pins in ${manifests.length} files, ${locked} locked packages, each pin in ${ADR}`;
  return { problems, looked };
}

type Lock = { file: string; packages: Record<string, Locked> };

function readLock(root: string, file: string): Lock {
  return { file, ...readJson<Pick<Lock, "packages">>(join(root, file)) };
}

function lockProblems({ file, packages }: Lock): string[] {
  const problems = [
    ...Object.entries(packages).flatMap(([path, locked]) => namesRegistry(path, locked)),
    ...Object.entries(packages).flatMap(([path, locked]) => missingFrom(packages, path, locked)),
  ];
  return problems.map((problem) => `${file}: ${problem}`);
}

function directOf(file: string, manifest: Manifest): Direct[] {
  return KINDS.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).map(([name, version]) => ({ file, name, version })),
  );
}

function notPinned({ file, name, version }: Direct): string[] {
  const isExact = typeof version === "string" && EXACT.test(version);
  return isExact ? [] : [`${file}: ${name} ${JSON.stringify(version)} is not an exact version`];
}

function namesRegistry(path: string, { resolved, link }: Locked): string[] {
  if (resolved === undefined || (link && !resolved.includes(":"))) return [];
  return [`${path} names ${resolved}; .npmrc leaves it out, so install again with it`];
}

/** A package that is missing for one platform breaks `npm ci` only there. */
function missingFrom(packages: Record<string, Locked>, path: string, locked: Locked): string[] {
  const wanted = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies });
  return wanted.flatMap((name) =>
    locked.bundleDependencies?.includes(name) ||
    resolvePaths(path).some((place) => packages[`${place}node_modules/${name}`])
      ? []
      : [`${path || "the root"} needs ${name}, which is not locked`],
  );
}

/** The folders in which Node resolves the imports of a package. */
function resolvePaths(path: string): string[] {
  const parts = path.split("node_modules/");
  const upwards = parts.map((_, index) => parts.slice(0, index).join("node_modules/"));
  return path === "" ? [""] : [`${path}/`, ...upwards.reverse(), ""];
}

function unexplained(root: string, direct: readonly Direct[]): string[] {
  const text = existsSync(join(root, ADR)) ? readFileSync(join(root, ADR), "utf8") : "";
  const named = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const used = new Set(direct.map(({ name }) => name));
  const rows = [...text.matchAll(/^- ((?:`[^`]+`(?:,\s+)?)+)\s+\(/gm)].map(([, names = ""]) => names);
  const explained = rows.flatMap((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  return [
    ...[...used].flatMap((name) => (named.has(name) ? [] : [`${ADR}: does not say why ${name} is used`])),
    ...explained.flatMap((name) => (used.has(name) ? [] : [`${ADR}: explains ${name}, which nothing uses`])),
  ];
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8"));
}

if (import.meta.main) report(checkDependencies("."));
