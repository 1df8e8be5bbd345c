import type { ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";

/** A caller that does not answer a ping is not waited for any longer. */
const PING_MS = 10_000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A frame of 8 bytes, of the type GOAWAY, for the connection: the highest stream id that there is, no error. */
const NOTICE = Buffer.from([0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/** A tenth more or less for each connection, so that those opened together are not closed together. */
export function spreadAge(maxAgeMs: number, random: number = Math.random()): number {
  return Math.min(Math.round(maxAgeMs * (0.9 + random / 5)), LONGEST_TIMER_MS);
}

/** Ends the session when it is that old, unless it closes before. */
export function retireAtAge(session: ServerHttp2Session, socket: Socket, ageMs: number): void {
  const timer = setTimeout(() => retire(session, socket), ageMs).unref();
  session.once("close", () => clearTimeout(timer));
}

/**
 * First a GOAWAY that refuses no stream: calls that are on their way while the caller has not read it are still served.
 * Once the caller has answered a ping it has read it, and the second GOAWAY closes the session after its last stream.
 *
 * The first one is written past nghttp2, which reads no more from a session without streams once it has sent one.
 */
function retire(session: ServerHttp2Session, socket: Socket): void {
  if (session.closed || session.destroyed || !socket.writable) return;
  const close = (): void => {
    clearTimeout(timer);
    if (!session.destroyed) session.close();
  };
  const timer = setTimeout(close, PING_MS).unref();
  socket.write(NOTICE);
  if (!session.ping(close)) close();
}
