import { promisify } from "node:util";
import { gunzip, gunzipSync, gzip, gzipSync } from "node:zlib";
import { AppError, invalidRequest } from "../../errors.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import { tooLarge } from "../../wire/read-body.ts";

const inflate = promisify(gunzip);
const deflate = promisify(gzip);

/** Below this, compressing costs more than it saves. */
export const COMPRESS_FROM_BYTES = 1024;

/** Up to here, plain or packed, it is done at once: Node's threads may be busy with hashes, behind which it would wait. */
const AT_ONCE_BYTES = 16_384;

/** Refuses every encoding but gzip and identity, and tells which it is. */
export function isGzip(encoding: string | undefined): boolean {
  if (!encoding || encoding === "identity") return false;
  if (encoding === "gzip") return true;
  throw compressionUnsupported(encoding);
}

export function compressionUnsupported(encoding: string): AppError {
  return new AppError("COMPRESSION_UNSUPPORTED", encoding.slice(0, 32), {
    accepted_encodings: "gzip,identity",
  });
}

/** `gzip;q=0` says that it is not accepted. */
export function acceptsGzip(header: string | undefined): boolean {
  return header?.split(",").some((name) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/.test(name)) ?? false;
}

/** Never inflates to more than a plain request might have been. */
export async function decompress(body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return inflateSmall(body, maxBytes) ?? (await inflate(body, { maxOutputLength: maxBytes }));
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(maxBytes);
    throw invalidRequest("body", "is not valid gzip");
  }
}

/** Undefined when it is not small after all. */
function inflateSmall(body: Buffer, maxBytes: number): Buffer | undefined {
  if (body.length > AT_ONCE_BYTES) return undefined;
  try {
    return gunzipSync(body, { maxOutputLength: Math.min(maxBytes, AT_ONCE_BYTES) });
  } catch (error) {
    if (isTooLarge(error)) return undefined;
    throw error;
  }
}

function isTooLarge(error: unknown): boolean {
  return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
}

const MAX_REMEMBERED = 16;
const remembered = new Map<string, Buffer>();

/** What anybody may ask for without a key is the same nearly every time, and is packed once. */
export function compressOnce(body: Uint8Array): MaybePromise<Buffer> {
  const text = Buffer.from(body).toString("latin1");
  const known = remembered.get(text);
  if (known || body.length > AT_ONCE_BYTES) return known ?? compress(body);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const packed = gzipSync(body);
  remembered.set(text, packed);
  return packed;
}

export function compress(body: Uint8Array): MaybePromise<Buffer> {
  return body.length <= AT_ONCE_BYTES ? gzipSync(body) : deflate(body);
}
