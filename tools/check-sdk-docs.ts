import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildSdk } from "../sdk/typescript/build.ts";
import { type Entry, entries } from "../sdk/typescript/entries.ts";
import { type Finding, report } from "./report.ts";
import { sdkSymbols } from "./sdk-symbols.ts";

/** Checks that every export of the SDK, and every member that an app uses, has a doc comment in the published declarations. */
export function checkSdkDocs(dist: string, all: readonly Entry[] = entries): Finding {
  const symbols = sdkSymbols(dist, all);
  const withExample = symbols.filter(({ examples }) => examples.length > 0);
  return {
    problems: symbols.flatMap(({ name, file, doc }) =>
      doc
        ? []
        : [
            `sdk/typescript/src/${file.replace(/\.d\.ts$/, ".ts")}: ${name} has no doc comment in the published types`,
          ],
    ),
    looked: `${symbols.length} symbols of ${all.length} entries, ${withExample.length} with an example`,
  };
}

async function checkBuilt(): Promise<Finding> {
  const cache = join(import.meta.dirname, "../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const dist = mkdtempSync(join(cache, "sdk-docs-"));
  try {
    await buildSdk(dist);
    return checkSdkDocs(dist);
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

if (import.meta.main) report(await checkBuilt());
