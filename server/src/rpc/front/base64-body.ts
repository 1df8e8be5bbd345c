import { invalidRequest } from "../../errors.ts";

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
