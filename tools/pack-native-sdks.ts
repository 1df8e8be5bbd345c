import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { moveIntoPlace } from "./move-into-place.ts";
import { packDart } from "./pack-dart.ts";
import { packSwift } from "./pack-swift.ts";
import { sdkVersion } from "./sdk-version.ts";

const home = join(import.meta.dirname, "..");

/** The libraries that are published as sources. */
const libraries = [
  { folder: "sdk/flutter", manifest: "pubspec.yaml", pack: packDart },
  { folder: "sdk/swift", manifest: "Package.swift", pack: packSwift },
] as const;

/** Packs the libraries for Dart and Swift in sdk/dist. The server serves them at /pub/. */
export function packNativeSdks(root: string = home, place: string = join(root, "sdk/dist")): void {
  const cache = join(home, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "sdk-"));
  const dist = join(draft, "dist");
  const startedAt = new Date();
  try {
    mkdirSync(dist);
    const version = sdkVersion(root);
    for (const { folder, manifest, pack } of libraries) {
      if (!existsSync(join(root, folder, manifest))) continue;
      const { name, content } = pack(join(root, folder), version);
      writeFileSync(join(dist, name), content);
    }
    // Dated when the packing began, so that sources saved meanwhile cause another one.
    writeFileSync(join(dist, "stamp"), "");
    utimesSync(join(dist, "stamp"), startedAt, startedAt);
    moveIntoPlace(dist, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

if (import.meta.main) packNativeSdks();
