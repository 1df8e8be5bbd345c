import { QueueFullError } from "../crypto/work-queue.ts";
import { AppError, overloaded, type Status } from "../errors.ts";

/** The gRPC code of each status, and the HTTP status that Connect maps it to. */
export const STATUS: Readonly<Record<Status, { code: number; http: number }>> = {
  cancelled: { code: 1, http: 499 },
  unknown: { code: 2, http: 500 },
  invalid_argument: { code: 3, http: 400 },
  deadline_exceeded: { code: 4, http: 504 },
  not_found: { code: 5, http: 404 },
  already_exists: { code: 6, http: 409 },
  permission_denied: { code: 7, http: 403 },
  resource_exhausted: { code: 8, http: 429 },
  failed_precondition: { code: 9, http: 400 },
  aborted: { code: 10, http: 409 },
  out_of_range: { code: 11, http: 400 },
  unimplemented: { code: 12, http: 501 },
  internal: { code: 13, http: 500 },
  unavailable: { code: 14, http: 503 },
  data_loss: { code: 15, http: 500 },
  unauthenticated: { code: 16, http: 401 },
};

/** Any thrown value as an error that a caller may see. An unexpected one is a bug: it answers INTERNAL, without details. */
export function asAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof QueueFullError) return overloaded(error.message);
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const options = error instanceof Error && error.cause !== undefined ? { cause: error.cause } : {};
  return new AppError("INTERNAL", detail, { request_id: requestId }, options);
}
