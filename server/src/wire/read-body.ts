import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { AppError } from "../errors.ts";

export const EMPTY = Buffer.alloc(0);

/** Reads a whole body, and stops reading as soon as it is larger than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const broken = new Promise<AppError>((resolve) => {
    request.once("error", () => resolve(brokenOff()));
    request.once("close", () => resolve(brokenOff()));
  });
  const body = await Promise.race([collectBody(request, request.headers, maxBytes), broken]);
  if (body instanceof AppError) throw body;
  return body;
}

/**
 * Resolves to the whole body or to the error that refuses it. It never rejects, because a caller that reads ahead may
 * not await it, and it never settles if the body breaks off: the caller watches the stream's close. `maxBytes` is the
 * most that a message of `maxMessageBytes` takes on the wire.
 */
export function collectBody(
  stream: Readable,
  headers: IncomingHttpHeaders,
  maxMessageBytes: number,
  maxBytes = maxMessageBytes,
): Promise<Buffer | AppError> {
  const declared = headers["content-length"];
  if (declared !== undefined && Number(declared) > maxBytes)
    return Promise.resolve(tooLarge(maxMessageBytes));
  return new Promise((resolve) => {
    let first: Buffer | undefined;
    let all: Buffer[] | undefined;
    let size = 0;
    const collect = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) {
        stream.off("data", collect);
        resolve(tooLarge(maxMessageBytes));
      } else if (first === undefined) first = chunk;
      else {
        all ??= [first];
        all.push(chunk);
      }
    };
    stream.on("data", collect);
    stream.once("end", () => resolve(all ? Buffer.concat(all) : (first ?? EMPTY)));
  });
}

function brokenOff(): AppError {
  return new AppError("CANCELLED", "the body broke off");
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError("REQUEST_TOO_LARGE", undefined, { max_bytes: String(maxBytes) });
}
