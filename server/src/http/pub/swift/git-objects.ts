import { hash } from "node:crypto";
import type { ZipEntry } from "../../zip.ts";

/** An object of a git repository: what its name is the hash of. */
export type GitObject = Readonly<{ id: string; bytes: Buffer }>;

/** Objects by their ids. */
export type GitObjects = Map<string, GitObject>;

/** Adds a commit without parents that has these files, and returns its id. It depends on nothing but its arguments. */
export function addCommit(
  objects: GitObjects,
  files: readonly ZipEntry[],
  { message, author, at }: Readonly<{ message: string; author: string; at: number }>,
): string {
  const who = `${author} ${Math.floor(at / 1000)} +0000`;
  const text = `tree ${addTree(objects, files)}\nauthor ${who}\ncommitter ${who}\n\n${message}\n`;
  return add(objects, "commit", Buffer.from(text));
}

function addTree(objects: GitObjects, files: readonly ZipEntry[]): string {
  const folders = Map.groupBy(files, ({ name }) => (name.includes("/") ? name.replace(/\/.*$/s, "") : ""));
  const lines: { sortedAs: Buffer; line: Buffer }[] = [];
  for (const { name, content } of folders.get("") ?? []) {
    const id = add(objects, "blob", content);
    lines.push({ sortedAs: Buffer.from(name), line: treeLine("100644", name, id) });
  }
  for (const [folder, inside] of folders) {
    if (folder === "") continue;
    const below = inside.map(({ name, content }) => ({ name: name.slice(folder.length + 1), content }));
    const id = addTree(objects, below);
    // Git sorts a folder as if its name ended in a slash.
    lines.push({ sortedAs: Buffer.from(`${folder}/`), line: treeLine("40000", folder, id) });
  }
  const sorted = lines.sort((a, b) => Buffer.compare(a.sortedAs, b.sortedAs));
  return add(objects, "tree", Buffer.concat(sorted.map(({ line }) => line)));
}

function treeLine(mode: string, name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
}

function add(objects: GitObjects, kind: "blob" | "tree" | "commit", content: Uint8Array): string {
  const bytes = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
  const id = hash("sha1", bytes);
  objects.set(id, { id, bytes });
  return id;
}
