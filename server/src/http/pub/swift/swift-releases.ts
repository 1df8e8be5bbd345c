import { hash } from "node:crypto";
import { readShipped } from "../../../runtime/shipped-files.ts";
import { readStoredZip, type ZipEntry } from "../../zip.ts";
import { newestFirst } from "../newest-first.ts";
import { shippedIn } from "../shipped-in.ts";

/** Earlier versions as they were released, and the one of this program. */
const FOLDERS = ["sdk/swift/releases", "sdk/dist"];

export const SWIFT_SCOPE = "svc";
export const SWIFT_NAME = "SvcAuth";

/** One version of the Swift package, as its archive tells it. */
export type SwiftRelease = Readonly<{
  version: string;
  /** Milliseconds. */
  publishedAt: number;
  /** By their paths in the package, without the archive's top folder. */
  files: readonly ZipEntry[];
  archive: Buffer;
  sha256: string;
}>;

/** Newest first; none in a checkout without the library. */
export function readSwiftReleases(archives: readonly Buffer[] = shippedArchives()): readonly SwiftRelease[] {
  // What was released under a version stays what it is: SwiftPM keeps the checksum and the commit.
  return newestFirst(archives.map(releaseOf));
}

function shippedArchives(): Buffer[] {
  return FOLDERS.flatMap((folder) => shippedIn(folder, ".zip")).map(readShipped);
}

function releaseOf(archive: Buffer): SwiftRelease {
  const { entries, modifiedAt } = readStoredZip(archive);
  const top = /^[^/]*\//.exec(entries[0]?.name ?? "")?.[0] ?? "";
  return {
    version: top.slice(SWIFT_NAME.length + 1, -1),
    publishedAt: modifiedAt,
    files: entries.map(({ name, content }) => ({ name: name.slice(top.length), content })),
    archive,
    sha256: hash("sha256", archive),
  };
}
