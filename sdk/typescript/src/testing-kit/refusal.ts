import { toBase64Url } from "../base64url.ts";
import { CODES, type ServerReason } from "./reasons.ts";
import { utf8Bytes } from "./utf8-bytes.ts";

export type Metadata = Readonly<Record<string, string>>;

/** A detail of an error as Connect writes it. */
export type Detail = { type: string; value: string };

/** What the server says instead of an answer. */
export class Refusal extends Error {
  declare readonly reason: ServerReason;
  declare readonly metadata: Metadata;
  declare readonly details: readonly Detail[];

  constructor(
    reason: ServerReason,
    metadata: Metadata = {},
    message: string = reason,
    details: readonly Detail[] = [],
  ) {
    super(message);
    Object.assign(this, { reason, metadata, details });
  }
}

export function invalidRequest(field: string, problem: string): Refusal {
  return new Refusal("INVALID_REQUEST", { field, problem });
}

/** The refusal as the server writes it with Connect's protocol: the HTTP status, and the error as JSON. */
export function encodeRefusal(refusal: Refusal): { status: number; body: object } {
  const { reason, metadata, message, details } = refusal;
  const [code, status] = codeOf(reason);
  const info = detail("google.rpc.ErrorInfo", errorInfo(reason, metadata));
  return { status, body: { code, message, details: [info, ...details] } };
}

export function detail(type: string, bytes: readonly number[]): Detail {
  return { type, value: toBase64Url(bytes).replace(/-/g, "+").replace(/_/g, "/") };
}

/** Throws where a test in plain JavaScript names a reason that no server gives. */
export function codeOf(reason: ServerReason): [code: string, status: number] {
  for (const [code, { status, reasons }] of Object.entries(CODES)) {
    if ((reasons as readonly string[]).includes(reason)) return [code, status];
  }
  throw new TypeError(`${reason} is not a reason of the server`);
}

/** google.rpc.ErrorInfo in binary: 1: reason, 2: domain, 3: map of metadata. */
function errorInfo(reason: string, metadata: Metadata): number[] {
  const pairs = Object.entries(metadata).flatMap(([key, value]) =>
    field(3, [...field(1, utf8Bytes(key)), ...field(2, utf8Bytes(value))]),
  );
  return [...field(1, utf8Bytes(reason)), ...field(2, utf8Bytes("svc")), ...pairs];
}

export function field(number: number, bytes: readonly number[]): number[] {
  return [(number << 3) | 2, ...varint(bytes.length), ...bytes];
}

export function varint(value: number): number[] {
  return value > 127 ? [(value % 128) + 128, ...varint(Math.floor(value / 128))] : [value];
}
