import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Code, ConnectError } from "@connectrpc/connect";
import { askedTimeoutMs } from "./timeout.ts";

const EVENTS = ["readable", "end", "close", "error"] as const;

export type StreamBody = {
  pieces: AsyncIterable<Uint8Array>;
  /** Nobody reads it, and nobody will: what still comes is not wanted. */
  isLeft: () => boolean;
  /** Its caller's time was over before it had ended. */
  isLate: () => boolean;
};

/**
 * The body of a stream, piece by piece, for as long as its caller's deadline allows. Node's own iterator would destroy
 * the request when it is left early, and hold on when the deadline passes.
 */
export function streamBody(request: IncomingMessage): StreamBody {
  let isRead = false;
  let isLate = false;
  let wake = (): void => {};
  const onEvent = (): void => wake();
  const timeoutMs = timeoutOf(request.headers);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          isLate = true;
          wake();
        }, timeoutMs).unref();
  request.once("close", () => clearTimeout(timer));

  async function* pieces(): AsyncIterable<Uint8Array> {
    isRead = true;
    for (const event of EVENTS) request.on(event, onEvent);
    try {
      for (;;) {
        if (isLate) throw new ConnectError("the deadline has passed", Code.DeadlineExceeded);
        const piece = request.read() as Buffer | null;
        if (piece !== null) yield piece;
        else if (request.readableEnded) return;
        else if (request.destroyed) throw new ConnectError("the body broke off", Code.Canceled);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      clearTimeout(timer);
      isRead = false;
      for (const event of EVENTS) request.off(event, onEvent);
    }
  }
  return { pieces: pieces(), isLeft: () => !isRead, isLate: () => isLate };
}

/** One that cannot be read is refused by connect-node. */
function timeoutOf(headers: IncomingHttpHeaders): number | undefined {
  try {
    const isConnect = headers["content-type"]?.toLowerCase().startsWith("application/connect") ?? false;
    return askedTimeoutMs(isConnect ? "connect" : "grpc", headers);
  } catch {
    return undefined;
  }
}
