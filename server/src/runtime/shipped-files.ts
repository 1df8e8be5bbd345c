import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";

/**
 * Files that the program ships besides its code: console, contract, guides. A checkout reads them from the repository,
 * the executable has them embedded. Both name them by their path from the root of the repository, with slashes.
 */
export function shippedFiles(folder: string): string[] {
  const names = isSea() ? getAssetKeys().filter((name) => name.startsWith(`${folder}/`)) : filesBelow(folder);
  return names.sort();
}

/** Throws ENOENT when there is no such file. */
export function readShipped(name: string): Buffer {
  if (!isSea()) return readFileSync(pathOfShipped(name));
  if (getAssetKeys().includes(name)) return Buffer.from(getRawAsset(name));
  throw Object.assign(new Error(`the program has no file ${name}`), { code: "ENOENT" });
}

function filesBelow(folder: string): string[] {
  return readdirSync(pathOfShipped(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(pathOfShipped("").length + 1)
        .replaceAll("\\", "/"),
    );
}

/** The path in a checkout. */
export function pathOfShipped(name: string): string {
  return join(import.meta.dirname, "../../..", name);
}
