import { readDartPackages } from "../http/pub/dart/dart-packages.ts";
import type { LibraryReaders } from "../http/pub/libraries.ts";
import { type MavenArtifact, readMavenArtifacts } from "../http/pub/maven/maven-artifacts.ts";
import { readSdkPackages } from "../http/pub/npm/sdk-packages.ts";
import { readSwiftReleases } from "../http/pub/swift/swift-releases.ts";
import { storedGzip } from "../http/stored-gzip.ts";
import { tar } from "../http/tar.ts";
import { storedZip } from "../http/zip.ts";
import { sdkTarball } from "./sdk-tarball.ts";

/** One version of every library. */
export function librariesOf(version: string, date: string): LibraryReaders {
  const kotlin = new Map([
    ...mavenFiles("svc-auth", version, date),
    ...mavenFiles("svc-auth-android", version, date),
  ]);
  return {
    npm: () => readSdkPackages([sdkTarball(version, date)]),
    dart: () => readDartPackages([dartArchive(version, date)]),
    maven: () => artifactsOf(kotlin),
    swift: () => readSwiftReleases([swiftArchive(version, date)]),
  };
}

/** A version of the Dart package that nobody has released, packed as `tools/pack-dart.ts` does it. */
export function dartArchive(version: string, date: string, answer = 42): Buffer {
  const files = {
    "CHANGELOG.md": `## ${version}\n`,
    LICENSE: "Apache-2.0\n",
    "README.md": "# Read me\n",
    "lib/src/answer.dart": `const answer = ${answer};\n`,
    "lib/svc_auth.dart": "export 'src/answer.dart';\n",
    "pubspec.yaml": `name: svc_auth\ndescription: A library for a test\nversion: ${version}\nenvironment:\n  sdk: ^3.5.0\n`,
  };
  return storedGzip(tar(entriesOf(files), midnight(date)));
}

/** The same for the Swift package and `tools/pack-swift.ts`. */
export function swiftArchive(version: string, date: string, more: Record<string, string> = {}): Buffer {
  const files = {
    LICENSE: "Apache-2.0\n",
    "Package.swift": `// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "SvcAuth",
  products: [.library(name: "SvcAuth", targets: ["SvcAuth"])],
  targets: [.target(name: "SvcAuth")]
)
`,
    "README.md": "# Read me\n",
    "Sources/SvcAuth/Answer.swift": "public let answer = 42\n",
    "Sources/SvcAuth/Inner/Question.swift": "public let question = 6 * 7\n",
    "Sources/SvcAuth.docs.txt": "sorts before the folder\n",
    ...more,
  };
  const entries = entriesOf(files).map(({ name, content }) => ({
    name: `SvcAuth-${version}/${name}`,
    content,
  }));
  return storedZip(entries, midnight(date));
}

/** The files of an artifact for Maven, by their paths in the repository. Its jar holds one text. */
export function mavenFiles(artifact: string, version: string, date = "2026-03-01"): Map<string, Buffer> {
  const pom = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.svc</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
</project>
`;
  const jar = storedZip(entriesOf({ "dev/svc/answer.txt": "42\n" }), midnight(date));
  const base = `sdk/kotlin/releases/${artifact}/${version}/${artifact}-${version}`;
  return new Map([
    [`${base}.pom`, Buffer.from(pom)],
    [`${base}.jar`, jar],
    [`${base}-sources.jar`, jar],
  ]);
}

/** What `mavenFiles` made, as the server reads it. */
export function artifactsOf(files: ReadonlyMap<string, Buffer>): readonly MavenArtifact[] {
  return readMavenArtifacts([...files.keys()], (name) => files.get(name) ?? Buffer.alloc(0));
}

function entriesOf(files: Readonly<Record<string, string>>): { name: string; content: Buffer }[] {
  return Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
}

function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
