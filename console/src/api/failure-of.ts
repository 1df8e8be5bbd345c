import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { describeFailure, type Failure } from "./failure.ts";

/** What an RPC threw. */
export function failureOf(error: unknown): Failure {
  const failed = ConnectError.from(error);
  const [info] = failed.findDetails(ErrorInfoSchema);
  return describeFailure({
    // Without a reason it was not our server that answered.
    reason: info?.reason ?? "UNREACHABLE",
    message: failed.rawMessage,
    requestId: failed.metadata.get("x-request-id") ?? "",
    metadata: info?.metadata ?? {},
  });
}

/** Whether another try may succeed without anybody doing anything. */
export function isPassing(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  return code === Code.Unavailable || failureOf(error).reason === "UNREACHABLE";
}
