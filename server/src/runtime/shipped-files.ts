import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";

/**
 * Files that belong to the program without being part of its code: pages, contract, guides. In a checkout
 * they are where the repository has them, in the executable they are inside. Both call them by their path from
 * the repository's root, with slashes.
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

/** Where it is in a checkout. */
export function pathOfShipped(name: string): string {
  return join(import.meta.dirname, "../../..", name);
}
