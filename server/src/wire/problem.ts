import type { ServerResponse } from "node:http";
import type { AppError } from "../errors.ts";
import { STATUS } from "./errors.ts";
import { respond } from "./respond.ts";

/** Answers a plain HTTP request with a problem document (RFC 9457). */
export function sendProblem(
  response: ServerResponse,
  error: AppError,
  http?: number,
  headers: Record<string, string> = {},
  members: Record<string, string> = {},
): void {
  const status = http ?? STATUS[error.status].http;
  const body = JSON.stringify({
    type: "about:blank",
    title: error.message,
    status,
    reason: error.reason,
    ...metadata(error),
    ...members,
  });
  const always = { "content-type": "application/problem+json", "cache-control": "no-store" };
  respond(response, status, { ...always, ...headers }, body);
}

function metadata(error: AppError): { metadata?: Readonly<Record<string, string>> } {
  return Object.keys(error.metadata).length > 0 ? { metadata: error.metadata } : {};
}
