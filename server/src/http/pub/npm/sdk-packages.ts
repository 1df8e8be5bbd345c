import { createHash } from "node:crypto";
import { readShipped } from "../../../runtime/shipped-files.ts";
import { readTarGz } from "../../tar.ts";
import { newestFirst } from "../newest-first.ts";
import { shippedIn } from "../shipped-in.ts";

/** Earlier versions as they were released, and the one that was built with this program. */
const FOLDERS = ["sdk/typescript/releases", "sdk/typescript/dist"];

/** One version of the client library, as its tarball tells it. */
export type SdkPackage = Readonly<{
  name: string;
  version: string;
  /** The package.json inside the tarball. */
  manifest: Readonly<Record<string, unknown>>;
  readme: string;
  /** The date inside the tarball: when this version was made, not when this server was started. */
  publishedAt: string;
  tarball: Buffer;
  integrity: string;
  shasum: string;
}>;

/** Newest first; none in a checkout where nothing is built. */
export function readSdkPackages(tarballs: readonly Buffer[] = shippedTarballs()): readonly SdkPackage[] {
  // What was released under a version stays what it is: lockfiles know its hash.
  return newestFirst(tarballs.map(packageOf));
}

function shippedTarballs(): Buffer[] {
  return FOLDERS.flatMap((folder) => shippedIn(folder, ".tgz")).map(readShipped);
}

function packageOf(tarball: Buffer): SdkPackage {
  const { entries, modifiedAt } = readTarGz(tarball);
  const textOf = (name: string): string | undefined => {
    const entry = entries.find((file) => file.name === `package/${name}`);
    return entry && Buffer.from(entry.content).toString("utf8");
  };
  const manifest = JSON.parse(textOf("package.json") ?? "") as Record<string, unknown>;
  return {
    name: String(manifest.name),
    version: String(manifest.version),
    manifest,
    readme: textOf("README.md") ?? "",
    publishedAt: Temporal.Instant.fromEpochMilliseconds(modifiedAt).toString({ smallestUnit: "millisecond" }),
    tarball,
    integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
    shasum: createHash("sha1").update(tarball).digest("hex"),
  };
}
