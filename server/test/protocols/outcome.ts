import { type DescMessage, fromBinary, type JsonValue, type Message, toJson } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { type ErrorInfo, ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { StatusSchema } from "@svc/proto/google/rpc/status_pb";

/** How a call ended, in words that every protocol has. */
export type Outcome = {
  status: string;
  message?: JsonValue;
  reason?: string;
  text?: string;
  metadata?: Record<string, string>;
  requestId: string;
  cacheControl: string;
};

type Header = (name: string) => string | null | undefined;

export function success(schema: DescMessage, message: Message, header: Header): Outcome {
  return { status: "Ok", message: toJson(schema, message, { alwaysEmitImplicit: true }), ...shared(header) };
}

export function failure(code: number, text: string, info: ErrorInfo | undefined, header: Header): Outcome {
  if (info?.domain !== "svc") throw new Error(`no ErrorInfo of ours: ${code} ${text}`);
  return {
    status: Code[code] ?? String(code),
    text,
    reason: info.reason,
    metadata: { ...info.metadata },
    ...shared(header),
  };
}

function shared(header: Header): Pick<Outcome, "requestId" | "cacheControl"> {
  return { requestId: header("x-request-id") ?? "", cacheControl: header("cache-control") ?? "" };
}

/** The ErrorInfo in `grpc-status-details-bin`. */
export function infoFromStatus(details: Uint8Array): ErrorInfo | undefined {
  const [any] = fromBinary(StatusSchema, details).details;
  return any && anyUnpack(any, ErrorInfoSchema);
}

/** The error of a Connect JSON body. */
export function connectFailure(body: string, header: Header): Outcome {
  const error = JSON.parse(body) as {
    code: string;
    message: string;
    details?: { type: string; value: string; debug: { reason: string } }[];
  };
  const [detail] = error.details ?? [];
  const info =
    detail?.type === ErrorInfoSchema.typeName
      ? fromBinary(ErrorInfoSchema, Buffer.from(detail.value, "base64"))
      : undefined;
  if (info && info.reason !== detail?.debug.reason) throw new Error(`debug differs: ${body}`);
  return failure(codeOf(error.code), error.message, info, header);
}

function codeOf(name: string): number {
  const camel = name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Code[camel as keyof typeof Code];
}
