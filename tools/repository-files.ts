import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every file of the repository as a path from its root, except ignored files. Works without git. */
export function repositoryFiles(root: string): string[] {
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split("\n").filter(Boolean);
  const folders = new Set([
    ".git",
    ...ignored.flatMap((line) => (line.endsWith("/") ? line.slice(0, -1) : [])),
  ]);
  const endings = ignored.flatMap((line) => (line.startsWith("*") ? line.slice(1) : []));
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return folders.has(entry.name) ? [] : below(path);
      return endings.some((ending) => path.endsWith(ending)) ? [] : [path];
    });
  return below("").sort();
}
