import { create, toBinary, toJson } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
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
  const { code, http: usual } = STATUS[error.status];
  const info = create(ErrorInfoSchema, {
    reason: error.reason,
    domain: "svc",
    metadata: { ...error.metadata },
  });
  const retryAfter = error.metadata.retry_after_seconds;
  const fields = retryAfter ? { ...headers, "retry-after": retryAfter } : headers;

  if (wire.protocol === "connect") {
    const detail = {
      type: ErrorInfoSchema.typeName,
      value: Buffer.from(toBinary(ErrorInfoSchema, info)).toString("base64").replace(/=+$/, ""),
      debug: toJson(ErrorInfoSchema, info),
    };
    const body = Buffer.from(
      JSON.stringify({ code: connectName(error), message: error.message, details: [detail] }),
    );
    return { status: http ?? usual, headers: { ...fields, "content-type": "application/json" }, body };
  }
  const status = create(StatusSchema, {
    code,
    message: error.message,
    details: [anyPack(ErrorInfoSchema, info)],
  });
  const trailers = {
    "grpc-status": String(code),
    "grpc-message": encodeURIComponent(error.message).replace(/%20/g, " "),
    "grpc-status-details-bin": Buffer.from(toBinary(StatusSchema, status))
      .toString("base64")
      .replace(/=+$/, ""),
  };
  if (wire.protocol === "grpc") return { status: 200, headers: fields, body: EMPTY, trailers };
  return { status: 200, headers: fields, body: webBody(wire, [trailerFrame(trailers)]) };
}

function connectName(error: AppError): string {
  return error.status === "cancelled" ? "canceled" : error.status;
}

function trailerFrame(trailers: HeaderFields): Buffer {
  const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}\r\n`);
  return wrapMessage(Buffer.from(lines.join("")), TRAILERS);
}

function webBody(wire: Wire, frames: readonly Buffer[]): Uint8Array {
  const body = Buffer.concat(frames);
  return wire.text ? Buffer.from(body.toString("base64"), "latin1") : body;
}
