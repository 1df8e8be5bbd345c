import { hash } from "node:crypto";
import { parse } from "yaml";
import { readShipped } from "../../../runtime/shipped-files.ts";
import { readTarGz } from "../../tar.ts";
import { newestFirst } from "../newest-first.ts";
import { shippedIn } from "../shipped-in.ts";

/** Earlier versions as they were released, and the one of this program. */
const FOLDERS = ["sdk/flutter/releases", "sdk/dist"];

/** One version of the Dart package, as its archive tells it. */
export type DartPackage = Readonly<{
  name: string;
  version: string;
  /** The pubspec.yaml inside the archive. */
  pubspec: Readonly<Record<string, unknown>>;
  publishedAt: string;
  archive: Buffer;
  sha256: string;
}>;

/** Newest first; none in a checkout without the library. */
export function readDartPackages(archives: readonly Buffer[] = shippedArchives()): readonly DartPackage[] {
  // What was released under a version stays what it is: lockfiles know its hash.
  return newestFirst(archives.map(packageOf));
}

function shippedArchives(): Buffer[] {
  return FOLDERS.flatMap((folder) => shippedIn(folder, ".tar.gz")).map(readShipped);
}

function packageOf(archive: Buffer): DartPackage {
  const { entries, modifiedAt } = readTarGz(archive);
  const manifest = entries.find(({ name }) => name === "pubspec.yaml")?.content ?? Buffer.alloc(0);
  const pubspec = Object(parse(Buffer.from(manifest).toString("utf8"))) as Record<string, unknown>;
  return {
    name: String(pubspec.name),
    version: String(pubspec.version),
    pubspec,
    publishedAt: Temporal.Instant.fromEpochMilliseconds(modifiedAt).toString({ smallestUnit: "millisecond" }),
    archive,
    sha256: hash("sha256", archive),
  };
}
