import { constants, type ServerHttp2Session } from "node:http2";

/** A caller that does not answer a ping is not waited for any longer. */
const PING_MS = 10_000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const HIGHEST_STREAM_ID = 2 ** 31 - 1;

/** A tenth more or less for each connection: those that came together do not all leave together. */
export function spreadAge(maxAgeMs: number, random: number = Math.random()): number {
  return Math.min(Math.round(maxAgeMs * (0.9 + random / 5)), LONGEST_TIMER_MS);
}

/** Runs `retire` when the connection is old enough, unless it closes before. */
export function retireAtAge(session: ServerHttp2Session, ageMs: number): void {
  const timer = setTimeout(() => retire(session), ageMs).unref();
  session.once("close", () => clearTimeout(timer));
}

/**
 * First a GOAWAY that refuses no stream: calls that are on their way while the caller has not read it are still served.
 * Once the caller has answered a ping it has read it, and the second GOAWAY closes the session after its last stream.
 */
function retire(session: ServerHttp2Session): void {
  if (session.closed || session.destroyed) return;
  const close = (): void => {
    clearTimeout(timer);
    if (!session.destroyed) session.close();
  };
  const timer = setTimeout(close, PING_MS).unref();
  session.goaway(constants.NGHTTP2_NO_ERROR, HIGHEST_STREAM_ID);
  if (!session.ping(close)) close();
}
