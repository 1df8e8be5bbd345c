import type { IncomingHttpHeaders } from "node:http";
import { invalidRequest } from "../../errors.ts";
import type { Wire } from "./wire.ts";

/** No call runs longer than this, whatever its caller allows. */
const MAX_TIMEOUT_MS = 30_000;

const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

export function timeoutMsOf({ protocol }: Wire, headers: IncomingHttpHeaders): number {
  return Math.min(askedTimeoutMs(protocol, headers) ?? MAX_TIMEOUT_MS, MAX_TIMEOUT_MS);
}

/** What the caller allows; undefined when it does not say. */
export function askedTimeoutMs(protocol: Wire["protocol"], headers: IncomingHttpHeaders): number | undefined {
  return protocol === "connect" ? connectTimeout(headers) : grpcTimeout(headers);
}

function connectTimeout(headers: IncomingHttpHeaders): number | undefined {
  const text = headers["connect-timeout-ms"];
  if (text === undefined) return undefined;
  if (typeof text !== "string" || !/^\d{1,10}$/.test(text))
    throw invalidRequest("connect-timeout-ms", "is not a number");
  return Number(text);
}

function grpcTimeout(headers: IncomingHttpHeaders): number | undefined {
  const text = headers["grpc-timeout"];
  if (text === undefined) return undefined;
  const [, digits, unit] = (typeof text === "string" && /^(\d{1,8})([HMSmun])$/.exec(text)) || [];
  if (!digits || !unit) throw invalidRequest("grpc-timeout", "is not a gRPC timeout");
  return Number(digits) * (UNIT_MS[unit] ?? 1);
}
