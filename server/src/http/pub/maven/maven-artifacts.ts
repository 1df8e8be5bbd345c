import { readShipped } from "../../../runtime/shipped-files.ts";
import { newestFirst } from "../newest-first.ts";
import { shippedIn } from "../shipped-in.ts";

const FOLDER = "sdk/kotlin/releases";

export const MAVEN_GROUP = "dev.svc";

/** One artifact and its versions, newest first. */
export type MavenArtifact = Readonly<{ name: string; versions: readonly MavenVersion[] }>;
export type MavenVersion = Readonly<{ version: string; files: readonly MavenFile[] }>;
export type MavenFile = Readonly<{ name: string; read: () => Buffer }>;

/** What is at `<artifact>/<version>/<file>` below the folder of the releases; every version is there as it was released. */
export function readMavenArtifacts(
  names: readonly string[] = shippedNames(),
  read: (name: string) => Buffer = readShipped,
): readonly MavenArtifact[] {
  const found = new Map<string, Map<string, MavenFile[]>>();
  for (const name of names) {
    const [artifact, version, file, ...more] = name.slice(FOLDER.length + 1).split("/");
    if (!artifact || !version || !file || more.length > 0) continue;
    const versions = found.get(artifact) ?? new Map<string, MavenFile[]>();
    found.set(artifact, versions);
    versions.set(version, [...(versions.get(version) ?? []), { name: file, read: () => read(name) }]);
  }
  return [...found].map(([name, versions]) => ({
    name,
    versions: newestFirst([...versions].map(([version, files]) => ({ version, files }))),
  }));
}

function shippedNames(): string[] {
  return [".pom", ".jar"].flatMap((ending) => shippedIn(FOLDER, ending));
}
