import { join } from "node:path";
import { storedGzip } from "../server/src/http/stored-gzip.ts";
import { tar } from "../server/src/http/tar.ts";
import { type PackedFile, packedFiles } from "./packed-files.ts";
import type { SdkVersion } from "./sdk-version.ts";

const PUBLISHED = [
  "lib/**/*",
  "pubspec.yaml",
  "analysis_options.yaml",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];

/** The archive that `dart pub` installs. The same files give the same bytes, because lockfiles contain its hash. */
export function packDart(folder: string, { version, at }: SdkVersion): PackedFile {
  const files = packedFiles(folder, PUBLISHED);
  const pubspec = String(files.find(({ name }) => name === "pubspec.yaml")?.content ?? "");
  const [, named] = /^name: *(\w+) *$/m.exec(pubspec) ?? [];
  if (!new RegExp(`^version: *${RegExp.escape(version)} *$`, "m").test(pubspec)) {
    throw new Error(`${join(folder, "pubspec.yaml")} does not have the version ${version}`);
  }
  return { name: `${named}-${version}.tar.gz`, content: storedGzip(tar(files, at)) };
}
