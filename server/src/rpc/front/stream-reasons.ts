import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { asAppError, STATUS } from "../../wire/errors.ts";
import type { Details } from "./answer.ts";
import { compressionUnsupported } from "./compression.ts";

type Reporter = Pick<App, "log" | "newId">;

/**
 * Gives every failure of a stream its reason. What connect-node refuses by itself, it throws while the messages are read
 * or when there is not exactly one; what a handler throws is a bug, unless it is a ConnectError.
 */
export function streamReasons(app: Reporter, details: Details): Interceptor {
  return (next) => async (request) => {
    if (!request.stream) return next(request);
    const encoding = encodingOf(request.header);
    const message = failingAs(request.message, (error) =>
      withDetails(error, unreadable(error, encoding), details),
    );
    const response = await next({ ...request, message }).catch((error: unknown) => {
      throw error instanceof ConnectError && error.details.length === 0 && error.code === Code.Unimplemented
        ? withDetails(error, new AppError("NOT_ONE_MESSAGE"), details)
        : error;
    });
    if (!response.stream) return response;
    const answered = failingAs(response.message, (error) => {
      if (error instanceof ConnectError) return error;
      const bug = asAppError(error, app.newId());
      const method = new URL(request.url).pathname.slice(1);
      app.log("error", "stream failed", { method, ...bug.metadata, detail: bug.detail });
      return withDetails(undefined, bug, details);
    });
    return { ...response, message: answered };
  };
}

async function* failingAs<T>(
  messages: AsyncIterable<T>,
  convert: (error: unknown) => unknown,
): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (error) {
    throw convert(error);
  }
}

/** Why the next message cannot be read. */
function unreadable(error: unknown, encoding: string): AppError {
  switch (error instanceof ConnectError ? error.code : Code.InvalidArgument) {
    case Code.Canceled:
      return new AppError("CANCELLED");
    case Code.DeadlineExceeded:
      return new AppError("DEADLINE_EXCEEDED");
    case Code.ResourceExhausted:
      return new AppError("REQUEST_TOO_LARGE");
    case Code.Unimplemented:
      return compressionUnsupported(encoding);
    default:
      // Of the failures that connect-node calls internal, only this one is not the message's fault.
      return error instanceof ConnectError && error.rawMessage.startsWith("received compressed envelope")
        ? new AppError("COMPRESSION_NOT_DECLARED")
        : invalidRequest("body", "is not a valid stream of messages");
  }
}

function withDetails(thrown: unknown, error: AppError, details: Details): ConnectError {
  const headers = thrown instanceof ConnectError ? thrown.metadata : undefined;
  const outgoing = details(error).map(({ desc, value }) => ({ desc, value }));
  return new ConnectError(error.message, STATUS[error.status].code, headers, outgoing, error);
}

function encodingOf(headers: Headers): string {
  return headers.get("connect-content-encoding") ?? headers.get("grpc-encoding") ?? "";
}
