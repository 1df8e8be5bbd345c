import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type PackedFile = { name: string; content: Uint8Array };

/** The files of a library whose paths match, always in the same order. */
export function packedFiles(folder: string, isPublished: RegExp): PackedFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => isPublished.test(name))
    .sort()
    .map((name) => ({ name, content: readFileSync(join(folder, name)) }));
}
