import { compareVersions } from "./compare-versions.ts";

/** Of two releases with the same version the first one stays. */
export function newestFirst<T extends Readonly<{ version: string }>>(releases: readonly T[]): readonly T[] {
  const found = new Map<string, T>();
  for (const release of releases) {
    if (!found.has(release.version)) found.set(release.version, release);
  }
  return [...found.values()].sort((a, b) => compareVersions(b.version, a.version));
}
