import { storedZip } from "../server/src/http/zip.ts";
import { type PackedFile, packedFiles } from "./packed-files.ts";
import type { SdkVersion } from "./sdk-version.ts";

const PUBLISHED = [
  "Sources/**/*",
  "Package.swift",
  "Package@swift-*.swift",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];

/** The archive that Swift's package manager installs. The same files give the same bytes, because clients keep its hash. */
export function packSwift(folder: string, { version, at }: SdkVersion): PackedFile {
  const top = `SvcAuth-${version}`;
  const files = packedFiles(folder, PUBLISHED);
  const entries = files.map(({ name, content }) => ({ name: `${top}/${name}`, content }));
  return { name: `${top}.zip`, content: storedZip(entries, at) };
}
