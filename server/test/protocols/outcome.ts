import { type DescMessage, fromBinary, type JsonValue, type Message, toJson } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { type ErrorInfo, ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { StatusSchema } from "@svc/proto/google/rpc/status_pb";
import { type MfaChallenge, MfaChallengeSchema } from "@svc/proto/svc/auth/v1/factors_pb";

/** How a call ended, in words that every protocol has. */
export type Outcome = {
  status: string;
  message?: JsonValue;
  reason?: string;
  text?: string;
  metadata?: Record<string, string>;
  /** The second detail, of a sign-in that needs a second factor. */
  challenge?: JsonValue;
  requestId: string;
  cacheControl: string;
};

type Header = (name: string) => string | null | undefined;

export function success(schema: DescMessage, message: Message, header: Header): Outcome {
  return { status: "Ok", message: toJson(schema, message, { alwaysEmitImplicit: true }), ...shared(header) };
}

/** The details of an error that a test looks at. */
type Details = { info: ErrorInfo | undefined; challenge: MfaChallenge | undefined };

export function failure(code: number, text: string, { info, challenge }: Details, header: Header): Outcome {
  if (info?.domain !== "svc") throw new Error(`no ErrorInfo of ours: ${code} ${text}`);
  return {
    status: Code[code] ?? String(code),
    text,
    reason: info.reason,
    metadata: { ...info.metadata },
    ...(challenge && { challenge: toJson(MfaChallengeSchema, challenge) }),
    ...shared(header),
  };
}

function shared(header: Header): Pick<Outcome, "requestId" | "cacheControl"> {
  return { requestId: header("x-request-id") ?? "", cacheControl: header("cache-control") ?? "" };
}

/** What is in `grpc-status-details-bin`. */
export function detailsOfStatus(status: Uint8Array): Details {
  const [info, challenge] = fromBinary(StatusSchema, status).details;
  return {
    info: info && anyUnpack(info, ErrorInfoSchema),
    challenge: challenge && anyUnpack(challenge, MfaChallengeSchema),
  };
}

/** The error of a Connect JSON body. */
export function connectFailure(body: string, header: Header): Outcome {
  const error = JSON.parse(body) as {
    code: string;
    message: string;
    details?: { type: string; value: string; debug: { reason: string } }[];
  };
  const [detail, second] = error.details ?? [];
  const info =
    detail?.type === ErrorInfoSchema.typeName
      ? fromBinary(ErrorInfoSchema, Buffer.from(detail.value, "base64"))
      : undefined;
  if (info && info.reason !== detail?.debug.reason) throw new Error(`debug differs: ${body}`);
  const challenge =
    second?.type === MfaChallengeSchema.typeName
      ? fromBinary(MfaChallengeSchema, Buffer.from(second.value, "base64"))
      : undefined;
  return failure(codeOf(error.code), error.message, { info, challenge }, header);
}

function codeOf(name: string): number {
  const camel = name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Code[camel as keyof typeof Code];
}
