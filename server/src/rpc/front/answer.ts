import { create, type DescMessage, type Message, type Registry, toBinary, toJson } from "@bufbuild/protobuf";
import { anyPack, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { StatusSchema } from "@svc/proto/google/rpc/status_pb";
import { MfaChallengeSchema, SecondFactor } from "@svc/proto/svc/auth/v1/factors_pb";
import { type AppError, FactorRequired } from "../../errors.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import { STATUS } from "../../wire/errors.ts";
import { compress } from "./compression.ts";
import { COMPRESSED, TRAILERS, wrapMessage } from "./envelope.ts";
import type { Wire } from "./wire.ts";

/** Names and values in turns, as they go on the wire. */
export type Fields = readonly string[];

/** Ready to be written: its headers are complete. */
export type Answer = {
  readonly status: number;
  readonly headers: Fields;
  readonly body: string | Uint8Array;
  readonly trailers?: Readonly<Record<string, string>> | undefined;
};

const OK = { "grpc-status": "0" };

/** A message that is JSON comes as text. */
export function successAnswer(wire: Wire, message: string | Uint8Array, headers: Fields, flags = 0): Answer {
  if (wire.protocol === "connect") return whole(200, wire.contentType, headers, message);
  const frame = wrapMessage(bytesOf(message), flags);
  if (wire.protocol === "grpc-web")
    return whole(200, wire.contentType, headers, webBody(wire, [frame, trailerFrame(OK)]));
  return { status: 200, headers: ["content-type", wire.contentType, ...headers], body: frame, trailers: OK };
}

export async function compressedAnswer(
  wire: Wire,
  message: string | Uint8Array,
  headers: Fields,
  pack: (body: Uint8Array) => MaybePromise<Buffer> = compress,
): Promise<Answer> {
  const name = wire.protocol === "connect" ? "content-encoding" : "grpc-encoding";
  return successAnswer(wire, await pack(bytesOf(message)), [...headers, name, "gzip"], COMPRESSED);
}

/** What a failure tells beside its status and its message. */
export type Details = (error: AppError) => readonly Detail[];
type Detail = Readonly<{ desc: DescMessage; value: Message; registry?: Registry }>;

/** `http` overrides the status that a Connect caller sees where HTTP has a better word (405, 415). */
export function errorAnswer(
  wire: Wire,
  error: AppError,
  headers: Fields,
  http?: number,
  details: Details = errorInfo,
): Answer {
  const fields = [...headers, ...toldByHeaders(wire, error)];
  if (wire.protocol === "connect") {
    const status = http ?? STATUS[error.status].http;
    return whole(status, "application/json", fields, connectText(error, details));
  }
  const trailers = grpcStatus(error, details);
  if (wire.protocol === "grpc-web")
    return whole(200, wire.contentType, fields, webBody(wire, [trailerFrame(trailers)]));
  // Without a body the trailers are the headers.
  const status = Object.entries(trailers).flat();
  return { status: 200, headers: ["content-type", wire.contentType, ...fields, ...status], body: "" };
}

function whole(status: number, contentType: string, headers: Fields, body: string | Uint8Array): Answer {
  const length = String(typeof body === "string" ? Buffer.byteLength(body) : body.length);
  return { status, headers: ["content-type", contentType, "content-length", length, ...headers], body };
}

function bytesOf(message: string | Uint8Array): Uint8Array {
  return typeof message === "string" ? Buffer.from(message) : message;
}

/** Every failure of ours has a reason. A sign-in that needs a second factor has its challenge as well. */
export const errorInfo: Details = (error) => [
  {
    desc: ErrorInfoSchema,
    value: create(ErrorInfoSchema, { reason: error.reason, domain: "svc", metadata: { ...error.metadata } }),
  },
  ...(error instanceof FactorRequired ? [challengeDetail(error)] : []),
];

const FACTORS = {
  totp: SecondFactor.TOTP,
  passkey: SecondFactor.PASSKEY,
  recovery_code: SecondFactor.RECOVERY_CODE,
} as const;

function challengeDetail({ challenge: { token, factors, expiresAt } }: FactorRequired): Detail {
  const told = {
    token,
    factors: factors.map((factor) => FACTORS[factor]),
    expiresAt: timestampFromMs(expiresAt),
  };
  return { desc: MfaChallengeSchema, value: create(MfaChallengeSchema, told) };
}

/** The error as Connect writes it in JSON. */
const connectText = oncePerError((error, details) => {
  const listed = details(error).map(({ desc, value, registry }) => ({
    type: desc.typeName,
    value: unpaddedBase64(toBinary(desc, value)),
    debug: toJson(desc, value, registry && { registry }),
  }));
  const code = error.status === "cancelled" ? "canceled" : error.status;
  return JSON.stringify({ code, message: error.message, details: listed });
});

/** The error as gRPC writes it in trailers. */
const grpcStatus = oncePerError((error, details): Readonly<Record<string, string>> => {
  const { code } = STATUS[error.status];
  const packed = details(error).map(({ desc, value }) => anyPack(desc, value));
  const status = create(StatusSchema, { code, message: error.message, details: packed });
  return {
    "grpc-status": String(code),
    "grpc-message": percentEncode(error.message),
    "grpc-status-details-bin": unpaddedBase64(toBinary(StatusSchema, status)),
  };
});

/** Many callers may get the same error at the same time: see `overloaded`. */
function oncePerError<T>(write: (error: AppError, details: Details) => T): typeof write {
  const writtenWith = new WeakMap<Details, WeakMap<AppError, T>>();
  return (error, details) => {
    const written = writtenWith.get(details) ?? new WeakMap<AppError, T>();
    const known = written.get(error) ?? write(error, details);
    writtenWith.set(details, written.set(error, known));
    return known;
  };
}

function unpaddedBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}

/** What each protocol has a header for, beside the metadata. */
function toldByHeaders(wire: Wire, { metadata }: AppError): Fields {
  const { retry_after_seconds: retryAfter, accepted_encodings: encodings } = metadata;
  const accepted = wire.protocol === "connect" ? "accept-encoding" : "grpc-accept-encoding";
  return [...(retryAfter ? ["retry-after", retryAfter] : []), ...(encodings ? [accepted, encodings] : [])];
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

function trailerFrame(trailers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}\r\n`);
  return wrapMessage(Buffer.from(lines.join("")), TRAILERS);
}

function webBody(wire: Wire, frames: readonly Buffer[]): Uint8Array {
  const body = Buffer.concat(frames);
  return wire.text ? Buffer.from(body.toString("base64"), "latin1") : body;
}
