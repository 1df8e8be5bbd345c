import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { retireAtAge, spreadAge } from "./connection-age.ts";
import { CLOSING_MS } from "./http1-server.ts";

const ALWAYS = {
  maxHeaderListPairs: 64,
  maxSettings: 32,
  maxOutstandingPings: 10,
  maxSessionInvalidFrames: 50,
};

/** One caller: whoever resets stream after stream, or takes much memory, loses the connection. */
const OF_ONE_CALLER = {
  ...ALWAYS,
  maxSessionMemory: 10,
  maxSessionRejectedStreams: 50,
  streamResetBurst: 200,
  streamResetRate: 20,
};

/** A trusted proxy puts all its callers on one connection: what one of them does must not end it for the others. */
const OF_MANY_CALLERS = {
  ...ALWAYS,
  maxSessionMemory: 256,
  maxSessionRejectedStreams: 10_000,
  streamResetBurst: 100_000,
  streamResetRate: 10_000,
};

type Limits = { sessionIdleMs: number; maxAgeMs: number | undefined; maxHeaderBytes: number };

/** Serves a request over HTTP/2 on its stream, or returns false and leaves it to the other handler. */
export type StreamHandler = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
) => boolean;

export type Http2Sessions = {
  /** Serves a fresh connection. */
  take: (socket: Socket, isProxy: boolean) => void;
  /** GOAWAY; streams in flight finish. */
  close: () => void;
};

/** HTTP/2 on connections that somebody else accepts. */
export function createHttp2Sessions(
  { sessionIdleMs, maxAgeMs, maxHeaderBytes }: Limits,
  handler: RequestListener,
  handleStream: StreamHandler,
): Http2Sessions {
  const sessions = new Set<ServerHttp2Session>();
  const settings = {
    maxConcurrentStreams: 100,
    maxHeaderListSize: maxHeaderBytes,
    initialWindowSize: 65_535,
    enablePush: false,
  };
  const isLong = (rawHeaders: readonly string[]): boolean => lengthOf(rawHeaders) > maxHeaderBytes;
  const open = (limits: typeof OF_ONE_CALLER): Http2Server => {
    const server = createServer({ ...limits, settings }, refuseLongHeaders(handler, isLong) as never);
    onStreamFirst(server, (stream, headers, raw) => !isLong(raw) && handleStream(stream, headers, raw));
    server.on("session", (session) => {
      sessions.add(session);
      session.setTimeout(sessionIdleMs, () => session.close());
      if (maxAgeMs !== undefined) retireAtAge(session, spreadAge(maxAgeMs));
      session.once("close", () => sessions.delete(session));
    });
    server.on("sessionError", () => {}); // the session closes itself; a hostile peer is no news
    return server;
  };
  const [ofOne, ofMany] = [open(OF_ONE_CALLER), open(OF_MANY_CALLERS)];
  return {
    take(socket, isProxy) {
      // Our half is closed and flushed. A peer that keeps its own half open would hold the socket for good.
      socket.once("finish", () => void setTimeout(() => socket.destroy(), CLOSING_MS).unref());
      (isProxy ? ofMany : ofOne).emit("connection", socket);
    },
    close() {
      for (const session of sessions) session.close();
    },
  };
}

/** Node makes its request and response objects for HTTP/2 only where the handler of streams asks for them. */
function onStreamFirst(http2: Http2Server, handle: StreamHandler): void {
  const [makeRequest] = http2.listeners("stream");
  http2.removeAllListeners("stream");
  http2.on("stream", (stream, headers, flags, rawHeaders) => {
    if (handle(stream as ServerHttp2Stream, headers, rawHeaders)) return;
    makeRequest?.call(http2, stream, headers, flags, rawHeaders);
  });
}

/** Node announces the limit to HTTP/2 clients and leaves it at that. */
function refuseLongHeaders(
  handler: RequestListener,
  isLong: (rawHeaders: readonly string[]) => boolean,
): RequestListener {
  return (request, response) => {
    if (isLong(request.rawHeaders)) response.writeHead(431).end();
    else handler(request, response);
  };
}

function lengthOf(rawHeaders: readonly string[]): number {
  let characters = 0;
  for (const text of rawHeaders) characters += text.length;
  return characters;
}
