import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSdk } from "../sdk/typescript/build.ts";
import { moveIntoPlace } from "./move-into-place.ts";
import { packSdk } from "./pack-sdk.ts";

const home = join(import.meta.dirname, "..");

/** Builds the client library and packs it in sdk/typescript/dist. The server serves it at /pub/. */
export async function buildSdkPackage(place: string = join(home, "sdk/typescript/dist")): Promise<void> {
  const cache = join(home, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "sdk-"));
  const dist = join(draft, "dist");
  const startedAt = new Date();
  try {
    await buildSdk(dist);
    const { file, bytes } = packSdk(join(home, "sdk/typescript"), dist);
    writeFileSync(join(dist, file), bytes);
    // Dated when the build began, so that sources saved during the build cause another one.
    writeFileSync(join(dist, "stamp"), "");
    utimesSync(join(dist, "stamp"), startedAt, startedAt);
    moveIntoPlace(dist, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

if (import.meta.main) await buildSdkPackage();
