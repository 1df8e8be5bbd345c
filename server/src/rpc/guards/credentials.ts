import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../../errors.ts";

/** The project's key, as it was sent. Sent twice it is joined by Node and so not well-formed. */
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
