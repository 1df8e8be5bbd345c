import { wireOf } from "../../src/rpc/front/wire.ts";
import { outcomeOf } from "../protocols/raw-call.ts";
import type { RawAnswer } from "../protocols/raw-http.ts";
import type { HostileRequest } from "./hostile-request.ts";

/** What a server says of a request that HTTP itself does not allow, before anybody looks at it. */
const BELOW_THE_PROTOCOLS = new Set([400, 408, 413, 414, 431, 505]);
const BUGS = new Set(["Internal", "Unknown", "DataLoss"]);
/** The codes that the protocols have for calls that are none. */
const MALFORMED = new Set([
  "HTTP_METHOD_UNSUPPORTED",
  "CONTENT_TYPE_UNSUPPORTED",
  "COMPRESSION_NOT_DECLARED",
]);

/** In a word how a request was answered. Throws for an answer that nobody must ever get. */
export function verdict(request: HostileRequest, answer: RawAnswer): string {
  if (answer.status >= 500 && answer.status !== 503 && answer.status !== 504 && answer.status !== 501) {
    throw new Error(`HTTP ${answer.status}: ${answer.body}`);
  }
  const isBare = answer.headers["content-type"] === undefined && BELOW_THE_PROTOCOLS.has(answer.status);
  if (request.contentType === undefined || isBare) return `HTTP ${answer.status}`;
  const isKnown = wireOf(request.contentType) !== undefined;
  const { status, reason = "" } = outcomeOf(isKnown ? request.contentType : typeOf(answer), answer);
  if (BUGS.has(status) && !MALFORMED.has(reason)) throw new Error(`${status} ${reason}: ${answer.body}`);
  return status;
}

/** A call with an unknown codec is answered in its protocol. */
function typeOf({ headers }: RawAnswer): string {
  return String(headers["content-type"]);
}

/** Fails when nothing has happened for so long that nothing ever will. */
export async function orHang<T>(what: () => string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer: ${what()}`)), 60_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
