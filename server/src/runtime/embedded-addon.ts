import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../errors.ts";
import { readShipped } from "./shipped-files.ts";

/**
 * Loads a native add-on that is inside the executable. The system wants a file to load from: it gets one
 * that nobody else can reach, and that is gone again at once.
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

/** Windows keeps a loaded file; there it stays until the folder for temporary files is cleaned. */
function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true });
  } catch {}
}
