import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type PackedFile = { name: string; content: Uint8Array };

/** The files of a library that match one of the patterns, always in the same order. Hidden files are not published. */
export function packedFiles(folder: string, patterns: readonly string[]): PackedFile[] {
  return globSync([...patterns], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort()
    .map((name) => ({ name, content: readFileSync(join(folder, name)) }));
}
