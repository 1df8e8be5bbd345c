import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { describeFailure, type Failure } from "./failure.ts";
import { isPasswordDeclined } from "./password-declined.ts";

/** What an RPC threw. */
export function failureOf(error: unknown): Failure {
  const failed = ConnectError.from(error);
  const [info] = failed.findDetails(ErrorInfoSchema);
  return describeFailure({
    reason: info?.reason ?? reasonWithoutInfo(failed),
    message: failed.rawMessage,
    requestId: failed.metadata.get("x-request-id") ?? "",
    metadata: info?.metadata ?? {},
  });
}

/** Without the server's reason it was not our server that answered, or the call was given up. */
function reasonWithoutInfo(failed: ConnectError): string {
  return isPasswordDeclined(failed) ? "REAUTHENTICATION_REQUIRED" : "UNREACHABLE";
}

/** Whether another try may succeed without anybody doing anything. */
export function isPassing(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  return code === Code.Unavailable || failureOf(error).reason === "UNREACHABLE";
}
