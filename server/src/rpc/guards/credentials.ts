import type { IncomingHttpHeaders } from "node:http";
import { AppError, invalidRequest } from "../../errors.ts";

/** The project's key, as it was sent. */
export function apiKeyOf(headers: IncomingHttpHeaders): string {
  const key = headers["x-svc-key"];
  if (typeof key !== "string" || key === "") throw new AppError("API_KEY_MISSING");
  return key;
}

/** The Bearer token, or undefined when there is no Authorization header at all. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  return /^bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1] ?? "";
}

/**
 * Two credentials in one request leave open which of them counts: Node keeps the first
 * Authorization header in silence, a proxy in front may have checked the other.
 */
export function refuseRepeatedCredentials(rawHeaders: readonly string[]): void {
  let [tokens, keys] = [0, 0];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (isNamed(name, "authorization")) tokens += 1;
    else if (isNamed(name, "x-svc-key")) keys += 1;
  }
  if (tokens > 1) throw invalidRequest("authorization", "is sent more than once");
  if (keys > 1) throw invalidRequest("x-svc-key", "is sent more than once");
}

function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}
