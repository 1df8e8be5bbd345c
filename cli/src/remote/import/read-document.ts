import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { currentProcess, inWorkingDirectory } from "../../current-process.ts";
import { usageFailure } from "../../failure.ts";
import { placeOfJsonError } from "./json-place.ts";

// Just below the longest text that the engine can hold.
const MAX_BYTES = 512_000_000;
const HINT = "svc project import <slug> -f export.json, or -f - with the export on standard input";

/** The JSON in a file, or on standard input for `-`. */
export async function readDocument(file: string): Promise<unknown> {
  const name = file === "-" ? "standard input" : file;
  const text = decode(name, file === "-" ? await readStandardInput(name) : readFile(file));
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = placeOfJsonError(text);
    const hint = text.trim() === "" ? "it is empty" : "the file is cut off or damaged; export it again";
    throw usageFailure(`${name}:${line}:${column}: this is not JSON`, hint);
  }
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
  try {
    const path = inWorkingDirectory(file);
    if (statSync(path).size > MAX_BYTES) throw tooLarge(file);
    return readFileSync(path);
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
  if (!isUtf8(bytes))
    throw usageFailure(`${name} is not text in UTF-8`, "if it is compressed, decompress it first");
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.subarray(hasMark ? 3 : 0).toString("utf8");
}
