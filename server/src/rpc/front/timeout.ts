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

export function timeoutMsOf(wire: Wire, headers: IncomingHttpHeaders): number {
  const asked = wire.protocol === "connect" ? connectTimeout(headers) : grpcTimeout(headers);
  return Math.min(asked, MAX_TIMEOUT_MS);
}

function connectTimeout(headers: IncomingHttpHeaders): number {
  const text = headers["connect-timeout-ms"];
  if (text === undefined) return MAX_TIMEOUT_MS;
  if (typeof text !== "string" || !/^\d{1,10}$/.test(text))
    throw invalidRequest("connect-timeout-ms", "is not a number");
  return Number(text);
}

function grpcTimeout(headers: IncomingHttpHeaders): number {
  const text = headers["grpc-timeout"];
  if (text === undefined) return MAX_TIMEOUT_MS;
  const [, digits, unit] = (typeof text === "string" && /^(\d{1,8})([HMSmun])$/.exec(text)) || [];
  if (!digits || !unit) throw invalidRequest("grpc-timeout", "is not a gRPC timeout");
  return Number(digits) * (UNIT_MS[unit] ?? 1);
}
