import type { IncomingMessage } from "node:http";
import { AppError, invalidRequest } from "../../errors.ts";

/**
 * Reads a whole body, and stops reading as soon as it is larger than `maxBytes`, which is what a
 * message of `maxMessageBytes` can take on the wire.
 */
export function readBody(
  request: IncomingMessage,
  maxMessageBytes: number,
  maxBytes = maxMessageBytes,
): Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes) return Promise.reject(tooLarge(maxMessageBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        request.removeAllListeners("data");
        reject(tooLarge(maxMessageBytes));
      } else {
        chunks.push(chunk);
      }
    });
    const breakOff = (): void => reject(new AppError("CANCELLED", "the body broke off"));
    request.once("error", breakOff);
    request.once("close", breakOff);
    request.once("end", () => {
      request.off("close", breakOff); // it closes after every call, and an error costs its stack trace
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
  });
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError("REQUEST_TOO_LARGE", undefined, { max_bytes: String(maxBytes) });
}

/** A gRPC-Web text body may be several padded base64 strings, one after the other. */
export function decodeBase64Body(body: Buffer): Buffer {
  const text = body.toString("latin1");
  const isPaddedRight = text
    .matchAll(/=+/g)
    .every(({ 0: pad, index }) => pad.length <= 2 && (index + pad.length) % 4 === 0);
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/=]*$/.test(text) || !isPaddedRight)
    throw invalidRequest("body", "is not base64");
  return Buffer.concat((text.match(/[^=]+={0,2}/g) ?? []).map((part) => Buffer.from(part, "base64")));
}
