import { type KeptAnswer, keepAnswer } from "../kept-answer.ts";

const FOR_ALL = { "access-control-allow-origin": "*" };

/** A file of a version: it never changes. */
export function keepFile(
  type: string,
  bytes: string | Buffer,
  headers: Record<string, string> = {},
  etag?: string,
): KeptAnswer {
  const cache = "public, max-age=31536000, immutable";
  return keepAnswer({ "content-type": type, "cache-control": cache, ...FOR_ALL, ...headers }, bytes, etag);
}

/** A document that the next version changes. */
export function keepList(type: string, text: string, headers: Record<string, string> = {}): KeptAnswer {
  const cache = "public, max-age=300";
  return keepAnswer({ "content-type": type, "cache-control": cache, ...FOR_ALL, ...headers }, text);
}
