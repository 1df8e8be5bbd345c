import type { IncomingMessage } from "node:http";
import { AppError, invalidRequest } from "../../errors.ts";

/** Reads a whole body, and stops reading as soon as it is larger than allowed. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes) return Promise.reject(tooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        request.removeAllListeners("data");
        request.resume();
        reject(tooLarge(maxBytes));
      } else {
        chunks.push(chunk);
      }
    });
    request.once("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once("error", () => reject(new AppError("CANCELLED", "the body broke off")));
    request.once("close", () => reject(new AppError("CANCELLED", "the body broke off")));
  });
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError("REQUEST_TOO_LARGE", undefined, { max_bytes: String(maxBytes) });
}

/** A gRPC-Web text body may be several padded base64 strings, one after the other. */
export function decodeBase64Body(body: Buffer): Buffer {
  const text = body.toString("latin1");
  if (!/^[A-Za-z0-9+/=\r\n]*$/.test(text)) throw invalidRequest("body", "is not base64");
  return Buffer.concat((text.match(/[^=]+={0,2}/g) ?? []).map((part) => Buffer.from(part, "base64")));
}
