import type { JsonObject, RefOf } from "./json-object.ts";

export const ERROR_INFO = "google.rpc.ErrorInfo";
export const CONNECT_ERROR = "connect.Error";
const CONNECT_ERROR_DETAIL = "connect.ErrorDetail";

const CODES = [
  "canceled",
  "unknown",
  "invalid_argument",
  "deadline_exceeded",
  "not_found",
  "already_exists",
  "permission_denied",
  "resource_exhausted",
  "failed_precondition",
  "aborted",
  "out_of_range",
  "unimplemented",
  "internal",
  "unavailable",
  "data_loss",
  "unauthenticated",
];

/** How the Connect protocol writes a failure. It is not in the contract, because gRPC writes it differently. */
export function connectSchemas(refOf: RefOf): Record<string, JsonObject> {
  return {
    [CONNECT_ERROR]: {
      type: "object",
      description: "A failed call. Decide by `details[0].debug.reason`.",
      properties: {
        code: { type: "string", description: "The status, which groups reasons.", enum: CODES },
        message: { type: "string", description: "For developers, in English. It may change." },
        details: {
          type: "array",
          description: `One ${ERROR_INFO}.`,
          items: { $ref: refOf(CONNECT_ERROR_DETAIL) },
        },
      },
      required: ["code", "message", "details"],
    },
    [CONNECT_ERROR_DETAIL]: {
      type: "object",
      description: "More about a failure.",
      properties: {
        type: { type: "string", description: `The name of the message: ${ERROR_INFO}.` },
        value: {
          type: "string",
          description: "The message in protobuf's binary form, as base64 without padding.",
          contentEncoding: "base64",
        },
        debug: { $ref: refOf(ERROR_INFO), description: "The same message as JSON." },
      },
      required: ["type", "value", "debug"],
    },
  };
}
