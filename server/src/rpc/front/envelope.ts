import { AppError, invalidRequest } from "../../errors.ts";

export const COMPRESSED = 1;
export const TRAILERS = 0x80;
const HEADER_BYTES = 5;

/** Takes the one message of a unary gRPC or gRPC-Web call out of its length-prefixed frame. */
export function unwrapMessage(body: Buffer): { message: Buffer; isCompressed: boolean } {
  if (body.length === 0) throw new AppError("NOT_ONE_MESSAGE", "no message");
  if (body.length < HEADER_BYTES) throw invalidRequest("body", "does not contain a message");
  const flags = body.readUInt8(0);
  const length = body.readUInt32BE(1);
  if (flags > COMPRESSED) throw invalidRequest("body", "has an unknown frame flag");
  if (body.length < HEADER_BYTES + length) throw invalidRequest("body", "is shorter than its message");
  if (body.length > HEADER_BYTES + length) throw new AppError("NOT_ONE_MESSAGE", "more than one message");
  return { message: body.subarray(HEADER_BYTES), isCompressed: flags === COMPRESSED };
}

export function wrapMessage(message: Uint8Array, flags: number): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + message.length);
  frame.writeUInt8(flags, 0);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, HEADER_BYTES);
  return frame;
}
