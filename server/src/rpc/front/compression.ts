import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { AppError, invalidRequest } from "../../errors.ts";
import { tooLarge } from "./read-body.ts";

const inflate = promisify(gunzip);
const deflate = promisify(gzip);

/** Below this, compressing costs more than it saves. */
export const COMPRESS_FROM_BYTES = 1024;

/** Refuses every encoding but gzip and identity, and tells which it is. */
export function isGzip(encoding: string | undefined): boolean {
  if (!encoding || encoding === "identity") return false;
  if (encoding === "gzip") return true;
  throw new AppError("UNIMPLEMENTED", `compression ${encoding}`, { accepted_encodings: "gzip,identity" });
}

/** `gzip;q=0` says that it is not accepted. */
export function acceptsGzip(header: string | undefined): boolean {
  return header?.split(",").some((name) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/.test(name)) ?? false;
}

/** Never inflates to more than a plain request might have been. */
export async function decompress(body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
    throw invalidRequest("body", "is not valid gzip");
  }
}

export function compress(body: Uint8Array): Promise<Buffer> {
  return deflate(body);
}
