import { constants, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";

/** A caller that does not answer a ping is not waited for any longer. */
const PING_MS = 10_000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const HIGHEST_STREAM_ID = 2 ** 31 - 1;

/** A tenth more or less for each connection, so that those opened together are not closed together. */
export function spreadAge(maxAgeMs: number, random: number = Math.random()): number {
  return Math.min(Math.round(maxAgeMs * (0.9 + random / 5)), LONGEST_TIMER_MS);
}

/**
 * Ends the session at that age. While calls are running, first by a GOAWAY that refuses no stream: calls that are on
 * their way before the caller has read it are still served. The second GOAWAY comes when the caller has answered a ping,
 * so it has read the first one, or when no call is running: then nghttp2, which has sent a GOAWAY, would read no more.
 * A call that the second one refuses was not begun, and HTTP/2 clients send such a call again by themselves.
 */
export function retireAtAge(session: ServerHttp2Session, ageMs: number): void {
  let running = 0;
  let isRetiring = false;
  let waiting: NodeJS.Timeout | undefined;
  const close = (): void => {
    if (!session.closed && !session.destroyed) session.close();
  };
  const age = setTimeout(() => {
    isRetiring = true;
    if (running === 0 || session.closed || session.destroyed) return close();
    session.goaway(constants.NGHTTP2_NO_ERROR, HIGHEST_STREAM_ID);
    waiting = setTimeout(close, PING_MS).unref();
    if (!session.ping(close)) close();
  }, ageMs).unref();
  session.on("stream", (stream: ServerHttp2Stream) => {
    running++;
    stream.once("close", () => {
      running--;
      if (isRetiring && running === 0) close();
    });
  });
  session.once("close", () => {
    clearTimeout(age);
    clearTimeout(waiting);
  });
}
