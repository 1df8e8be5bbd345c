import { hash } from "node:crypto";
import { extname } from "node:path";
import { readShipped, shippedFiles } from "../runtime/shipped-files.ts";

const FOLDER = "console/dist";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export type ConsoleFile = {
  contentType: string;
  hash: string;
  identity: Buffer;
  /** As the build compressed it; absent where that gains nothing. */
  br?: Buffer;
  gzip?: Buffer;
};

/** By path below /console/. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/** The built console, or undefined when there is none. */
export function readConsoleFiles(): ConsoleFiles | undefined {
  try {
    const found = new Set(shippedFiles(FOLDER));
    const served = [...found].filter((path) => TYPES[extname(path)] !== undefined);
    return new Map(served.map((path) => [path.slice(FOLDER.length + 1), read(path, found)]));
  } catch (error) {
    // Missing, or just being replaced by a newer one: the next request looks again.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function read(path: string, found: ReadonlySet<string>): ConsoleFile {
  const identity = readShipped(path);
  return {
    contentType: TYPES[extname(path)] ?? "",
    hash: hash("sha256", identity, "base64url").slice(0, 22),
    identity,
    ...(found.has(`${path}.br`) && { br: readShipped(`${path}.br`) }),
    ...(found.has(`${path}.gz`) && { gzip: readShipped(`${path}.gz`) }),
  };
}
