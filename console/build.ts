import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { moveIntoPlace } from "../tools/move-into-place.ts";
import { writeScreens } from "./write-screens.ts";

const home = import.meta.dirname;
const place = join(home, "dist");

/**
 * Builds the console beside its place and moves it there whole, so that no server ever reads half
 * of one. Of two builds at the same time the first stays.
 */
export async function buildConsole(): Promise<void> {
  const cache = join(home, "../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  removeLeftovers(cache);
  const draft = mkdtempSync(join(cache, "console-"));
  try {
    // Written before the sources are read: what is saved during the build is newer, and builds again.
    writeFileSync(join(draft, "stamp"), "");
    await build({
      configFile: join(home, "vite.config.mts"),
      logLevel: "warn",
      build: { outDir: draft },
    });
    writeScreens(draft);
    await compressAll(draft);
    moveIntoPlace(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Of builds that were killed. A build takes seconds, so after an hour nobody is at it any more. */
function removeLeftovers(cache: string): void {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(cache).filter((name) => name.startsWith("console-"))) {
    const draft = join(cache, name);
    const startedAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs;
    if (startedAt !== undefined && startedAt < hourAgo) rmSync(draft, { recursive: true, force: true });
  }
}

/** Once here instead of at every request there. */
async function compressAll(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const texts = files.filter((name) => /\.(js|css|html|svg)$/.test(name));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all(
    texts.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, options));
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

if (import.meta.main) await buildConsole();
