import type { IncomingMessage } from "node:http";
import { AppError, invalidRequest } from "../errors.ts";
import { readBody } from "./read-body.ts";

const MAX_BYTES = 8 * 1024;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The fields of a form sent by one of our pages. */
export async function readForm(request: IncomingMessage, baseUrl: string): Promise<URLSearchParams> {
  if (!isFromHere(request, baseUrl)) throw new AppError("CSRF_REJECTED", "from another site");
  return readForeignForm(request);
}

/** The fields of a form sent by any site. */
export async function readForeignForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!FORM.test(request.headers["content-type"] ?? ""))
    throw invalidRequest("content-type", "is not that of a form");
  return new URLSearchParams((await readBody(request, MAX_BYTES)).toString("utf8"));
}

/**
 * Browsers say which site a form comes from. Other clients say nothing, and have no cookie that could be abused.
 * Our pages send no referrer, so some browsers write `Origin: null`: that is accepted like a missing header.
 */
function isFromHere({ headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = headers;
  return origin === undefined || origin === "null" || origin === baseUrl;
}
