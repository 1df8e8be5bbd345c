import { type AppError, causeOf } from "../../errors.ts";
import type { Log } from "../../runtime/log.ts";
import type { CallContext } from "../context.ts";

/** One line per call: what was asked, how it ended, for whom. Never a key, a token or a field of the request. */
export function logRequest(
  log: Log,
  path: string,
  context: CallContext,
  ms: number,
  error: AppError | undefined,
): void {
  log(error?.reason === "INTERNAL" ? "error" : "info", "rpc", {
    method: path.slice(1),
    status: error?.reason ?? "OK",
    ms: Math.round(ms * 10) / 10,
    project: context.project?.slug,
    admin: context.admin?.id,
    ip: context.clientIp,
    request_id: context.requestId,
    detail: error?.detail,
    cause: error && causeOf(error),
  });
}
