import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../errors.ts";
import { readShipped } from "./shipped-files.ts";

/**
 * Loads a native add-on that is embedded in the executable. The system can load it only from a file, so it is written
 * to a private temporary file, which is removed right after.
 */
export function loadEmbeddedAddon(name: string): unknown {
  const bytes = readShipped(`addons/${name}.node`);
  const problems: string[] = [];
  for (const folder of [tmpdir(), homedir()]) {
    try {
      return loadFrom(folder, name, bytes);
    } catch (error) {
      problems.push(`${folder}: ${(error as Error).message}`);
    }
  }
  throw new OperatorError(
    `cannot load the password hasher (${problems.join("; ")})`,
    "set TMPDIR to a folder that can be written to and is not mounted noexec",
  );
}

function loadFrom(parent: string, name: string, bytes: Buffer): unknown {
  const folder = mkdtempSync(join(parent, "svc-"));
  try {
    const file = join(folder, `${name}.node`);
    writeFileSync(file, bytes, { mode: 0o500 });
    const loaded = { exports: {} };
    process.dlopen(loaded, file);
    return loaded.exports;
  } finally {
    removeQuietly(folder);
  }
}

/** Windows cannot remove a loaded file: it stays until the temporary folder is cleaned. */
function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true });
  } catch {}
}
