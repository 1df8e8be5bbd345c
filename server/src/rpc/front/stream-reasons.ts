import type {
  UniversalHandler,
  UniversalServerRequest,
  UniversalServerResponse,
} from "@connectrpc/connect/protocol";
import { AppError, invalidRequest, type Reason } from "../../errors.ts";
import { connectError, grpcStatus, trailerFrame } from "./answer.ts";
import { TRAILERS, wrapMessage } from "./envelope.ts";

const CONNECT_END = 0x02;

/** What connect-node refuses by itself, by gRPC's number and Connect's name. Anything else is a malformed request. */
const REFUSALS: Readonly<Record<string, Reason>> = {
  1: "CANCELLED",
  canceled: "CANCELLED",
  4: "DEADLINE_EXCEEDED",
  deadline_exceeded: "DEADLINE_EXCEEDED",
  8: "REQUEST_TOO_LARGE",
  resource_exhausted: "REQUEST_TOO_LARGE",
  12: "UNIMPLEMENTED",
  unimplemented: "UNIMPLEMENTED",
};

/** Gives the failures that connect-node finds by itself their reason; our handlers' have one already. */
export function withReasons(handler: UniversalHandler) {
  return async (request: UniversalServerRequest): Promise<UniversalServerResponse> => {
    const answer = await handler(request);
    return answer.body ? { ...answer, body: completed(answer.body, answer.trailer) } : answer;
  };
}

async function* completed(
  body: AsyncIterable<Uint8Array>,
  trailer: Headers | undefined,
): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    if (chunk[0] === TRAILERS) yield withGrpcWebReason(chunk);
    else if (chunk[0] === CONNECT_END) yield withConnectReason(chunk);
    else yield chunk;
  }
  const status = trailer?.get("grpc-status") ?? "0";
  if (status === "0" || trailer?.has("grpc-status-details-bin")) return;
  for (const [name, value] of Object.entries(grpcStatus(refusal(status)))) trailer?.set(name, value);
}

function withGrpcWebReason(frame: Uint8Array): Uint8Array {
  const text = Buffer.from(frame.subarray(5)).toString("latin1");
  const status = /^grpc-status: *(\d+)/im.exec(text)?.[1] ?? "0";
  if (status === "0" || /^grpc-status-details-bin:/im.test(text)) return frame;
  return trailerFrame(grpcStatus(refusal(status)));
}

function withConnectReason(frame: Uint8Array): Uint8Array {
  const end = JSON.parse(Buffer.from(frame.subarray(5)).toString()) as {
    error?: { code: string; details?: unknown };
  };
  if (!end.error || end.error.details) return frame;
  return wrapMessage(
    Buffer.from(JSON.stringify({ error: connectError(refusal(end.error.code)) })),
    CONNECT_END,
  );
}

function refusal(code: string): AppError {
  const reason = REFUSALS[code];
  return reason ? new AppError(reason) : invalidRequest("body", "is not a valid stream of messages");
}
