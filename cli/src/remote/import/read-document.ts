import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { OperatorError } from "@svc/server/errors";
import { currentProcess, inWorkingDirectory } from "../../current-process.ts";
import { usageFailure } from "../../failure.ts";
import { parseDocument } from "./parse-document.ts";

// Just below the longest text that the engine can hold.
const MAX_BYTES = 512_000_000;
const HINT = "svc project import <slug> -f export.json, or -f - with the export on standard input";

/** The JSON in a file, or on standard input for `-`; or the users in a database of PocketBase. */
export async function readDocument(file: string, collection = ""): Promise<unknown> {
  if (file !== "-" && isDatabase(firstBytes(file))) {
    return readDatabase(file, collection);
  }
  const name = file === "-" ? "standard input" : file;
  const bytes = file === "-" ? await readStandardInput(name) : readFile(file);
  if (isDatabase(bytes)) throw usageFailure("a database cannot be read from standard input", HINT);
  return parseDocument(name, decode(name, bytes));
}

async function readDatabase(file: string, collection: string): Promise<unknown> {
  const { readPocketBase } = await import("@svc/server/foreign-databases");
  try {
    return readPocketBase(inWorkingDirectory(file), { name: file, collection });
  } catch (error) {
    throw error instanceof OperatorError ? usageFailure(error.message, error.hint) : error;
  }
}

function isDatabase(bytes: Buffer): boolean {
  return bytes.subarray(0, 16).equals(Buffer.from("SQLite format 3\0"));
}

async function readStandardInput(name: string): Promise<Buffer> {
  const { stdin } = currentProcess();
  if (stdin.isTTY) throw usageFailure("-f - reads standard input, which is a terminal here", HINT);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge(name);
  }
  return Buffer.concat(chunks);
}

function readFile(file: string): Buffer {
  return reading(file, (path) => {
    if (statSync(path).size > MAX_BYTES) throw tooLarge(file);
    return readFileSync(path);
  });
}

/** Enough to tell what a file of any size is; nothing of a pipe, which can be read only once. */
function firstBytes(file: string): Buffer {
  return reading(file, (path) => {
    if (!statSync(path).isFile()) return Buffer.alloc(0);
    const bytes = Buffer.alloc(16);
    const descriptor = openSync(path, "r");
    try {
      return bytes.subarray(0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  });
}

function reading(file: string, read: (path: string) => Buffer): Buffer {
  try {
    return read(inWorkingDirectory(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || (error as Error).name === "Failure") throw error;
    throw usageFailure(
      code === "ENOENT" ? `there is no file ${file}` : `cannot read ${file} (${code})`,
      HINT,
    );
  }
}

function tooLarge(name: string): Error {
  const hint = "split the list of users into several files; existing users are skipped";
  return usageFailure(`${name} is larger than ${MAX_BYTES / 1_000_000} MB`, hint);
}

/** UTF-8, or UTF-16 as PowerShell's `>` writes it, with or without a byte order mark. */
function decode(name: string, bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString("utf16le");
  if (!isUtf8(bytes)) throw usageFailure(`${name} is not text in UTF-8`, hintAt(bytes));
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.subarray(hasMark ? 3 : 0).toString("utf8");
}

function hintAt(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04")))
    return "it is a zip; unzip it first, and pass the data.db in it if it is a backup of PocketBase";
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf("\n", start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
  }
  if (line === 1) return "if it is compressed, decompress it first";
  return `line ${line} is the first one that is not`;
}
