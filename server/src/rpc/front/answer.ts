import { create, toBinary, toJson } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { type ErrorInfo, ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { StatusSchema } from "@svc/proto/google/rpc/status_pb";
import type { AppError } from "../../errors.ts";
import { STATUS } from "../guards/errors.ts";
import { COMPRESS_FROM_BYTES, compress } from "./compression.ts";
import { TRAILERS, wrapMessage } from "./envelope.ts";
import type { Wire } from "./wire.ts";

type HeaderFields = Readonly<Record<string, string>>;

export type Answer = {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
  readonly trailers?: HeaderFields;
};

const EMPTY = new Uint8Array();
const OK: HeaderFields = { "grpc-status": "0" };

export async function successAnswer(
  wire: Wire,
  message: Uint8Array,
  gzip: boolean,
  headers: HeaderFields,
): Promise<Answer> {
  const isCompressed = gzip && message.length >= COMPRESS_FROM_BYTES;
  const payload = isCompressed ? await compress(message) : message;
  if (wire.protocol === "connect") {
    return {
      status: 200,
      headers: { ...headers, ...(isCompressed ? { "content-encoding": "gzip" } : {}) },
      body: payload,
    };
  }
  const frame = wrapMessage(payload, isCompressed ? 1 : 0);
  const encoding = isCompressed ? { "grpc-encoding": "gzip" } : {};
  if (wire.protocol === "grpc")
    return { status: 200, headers: { ...headers, ...encoding }, body: frame, trailers: OK };
  return {
    status: 200,
    headers: { ...headers, ...encoding },
    body: webBody(wire, [frame, trailerFrame(OK)]),
  };
}

/** `http` overrides the status that a Connect caller sees where HTTP has a better word (405, 415). */
export function errorAnswer(wire: Wire, error: AppError, headers: HeaderFields, http?: number): Answer {
  const fields = { ...headers, ...toldByHeaders(wire, error) };
  if (wire.protocol === "connect") {
    const body = Buffer.from(JSON.stringify(connectError(error)));
    const status = http ?? STATUS[error.status].http;
    return { status, headers: { ...fields, "content-type": "application/json" }, body };
  }
  const trailers = grpcStatus(error);
  if (wire.protocol === "grpc") return { status: 200, headers: fields, body: EMPTY, trailers };
  return { status: 200, headers: fields, body: webBody(wire, [trailerFrame(trailers)]) };
}

/** The error as Connect writes it in JSON. */
export function connectError(error: AppError): { code: string; message: string; details: unknown[] } {
  const info = infoOf(error);
  const detail = {
    type: ErrorInfoSchema.typeName,
    value: unpaddedBase64(toBinary(ErrorInfoSchema, info)),
    debug: toJson(ErrorInfoSchema, info),
  };
  return {
    code: error.status === "cancelled" ? "canceled" : error.status,
    message: error.message,
    details: [detail],
  };
}

/** The error as gRPC writes it in trailers. */
export function grpcStatus(error: AppError): HeaderFields {
  const { code } = STATUS[error.status];
  const details = [anyPack(ErrorInfoSchema, infoOf(error))];
  const status = create(StatusSchema, { code, message: error.message, details });
  return {
    "grpc-status": String(code),
    "grpc-message": percentEncode(error.message),
    "grpc-status-details-bin": unpaddedBase64(toBinary(StatusSchema, status)),
  };
}

function infoOf({ reason, metadata }: AppError): ErrorInfo {
  return create(ErrorInfoSchema, { reason, domain: "svc", metadata: { ...metadata } });
}

function unpaddedBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}

/** What each protocol has a header for, beside the metadata. */
function toldByHeaders(wire: Wire, { metadata }: AppError): HeaderFields {
  const { retry_after_seconds: retryAfter, accepted_encodings: encodings } = metadata;
  return {
    ...(retryAfter ? { "retry-after": retryAfter } : {}),
    ...(encodings
      ? { [wire.protocol === "connect" ? "accept-encoding" : "grpc-accept-encoding"]: encodings }
      : {}),
  };
}

/** As gRPC wants its status message: only `%` and what is not printable ASCII is encoded. */
export function percentEncode(text: string): string {
  if (/^[\x20-\x24\x26-\x7e]*$/.test(text)) return text;
  return Array.from(Buffer.from(text), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x25
      ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
      : String.fromCharCode(byte),
  ).join("");
}

export function trailerFrame(trailers: HeaderFields): Buffer {
  const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}\r\n`);
  return wrapMessage(Buffer.from(lines.join("")), TRAILERS);
}

function webBody(wire: Wire, frames: readonly Buffer[]): Uint8Array {
  const body = Buffer.concat(frames);
  return wire.text ? Buffer.from(body.toString("base64"), "latin1") : body;
}
