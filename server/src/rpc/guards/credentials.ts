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
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? "";
    if (name !== "authorization" && name !== "x-svc-key") continue;
    if (seen.has(name)) throw invalidRequest(name, "is sent more than once");
    seen.add(name);
  }
}
