import { createHash } from "node:crypto";
import { readShipped, shippedFiles } from "../../runtime/shipped-files.ts";
import { readTarGz } from "../tar.ts";
import { compareVersions } from "./compare-versions.ts";

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
  const found = new Map<string, SdkPackage>();
  for (const sdk of tarballs.map(packageOf)) {
    // What was released under a version stays what it is: lockfiles know its hash.
    if (!found.has(sdk.version)) found.set(sdk.version, sdk);
  }
  return [...found.values()].sort((a, b) => compareVersions(b.version, a.version));
}

function shippedTarballs(): Buffer[] {
  return FOLDERS.flatMap((folder) => filesIn(folder).filter((name) => name.endsWith(".tgz"))).map(
    readShipped,
  );
}

function filesIn(folder: string): string[] {
  try {
    return shippedFiles(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
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
