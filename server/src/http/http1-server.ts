import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { ClosingResponse } from "../wire/closing-response.ts";
import { spreadAge } from "./connection-age.ts";

/**
 * Longer than the proxies in deploy/ keep an idle connection: the server never closes one into which a proxy is just
 * writing its next request.
 */
export const KEEP_ALIVE_MS = 75_000;

/** How long and how much is read after the last answer, so that closing does not destroy it on its way. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 8 * 1024 * 1024;

/** Until our half is flushed and the peer, who has sent everything, closes its own. */
export const CLOSING_MS = 500;

const OPTIONS = {
  requestTimeout: 30_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  insecureHTTPParser: false,
};

type Limits = { headersMs: number; maxAgeMs: number | undefined; maxHeaderBytes: number };

type Connection = {
  /** Undefined between two calls: a phone that is silent costs no more than its connection. */
  underWay: ServerResponse | undefined;
  /** The answer to the first call after this closes the connection. */
  readonly oldFrom: number;
  isClosing: boolean;
};

export type Http1Server = {
  server: Server;
  /** Serves a fresh connection. */
  take: (socket: Socket) => void;
  /** Answers that are not given yet tell their callers to send no more requests on their connections. */
  endKeepAlive: () => void;
};

/** HTTP/1.1 on connections that somebody else accepts. */
export function createHttp1Server(
  { headersMs, maxAgeMs, maxHeaderBytes }: Limits,
  handler: RequestListener,
): Http1Server {
  const connections = new Map<Duplex, Connection>();
  const server = createServer(
    {
      ...OPTIONS,
      ServerResponse: ClosingResponse,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.ceil(headersMs / 4),
    },
    (request, response) => {
      const connection = connections.get(request.socket);
      if (!connection || connection.isClosing) return; // sent before the answer that closes: nobody would see another one
      connection.underWay = response;
      response.once("close", () => {
        if (connection.underWay === response) connection.underWay = undefined;
      });
      // Never between two calls: the next one may be on its way.
      if (performance.now() > connection.oldFrom) {
        response.shouldKeepAlive = false;
        connection.isClosing = true;
      }
      handler(request, response);
    },
  );
  server.maxRequestsPerSocket = 10_000;
  server.on("clientError", (error, socket) =>
    refuseBytes(error, socket as Socket, connections.get(socket)?.underWay),
  );
  // It never listens itself, and only then would it begin to watch its connections: without this,
  // headersTimeout and requestTimeout never run.
  server.emit("listening");
  return {
    server,
    take(socket) {
      const oldFrom =
        maxAgeMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + spreadAge(maxAgeMs);
      const connection: Connection = { underWay: undefined, oldFrom, isClosing: false };
      connections.set(socket, connection);
      socket.once("close", () => connections.delete(socket));
      socket.destroySoon = () => linger(socket, connection.underWay?.req);
      server.emit("connection", socket);
    },
    endKeepAlive() {
      for (const { underWay } of connections.values()) if (underWay) underWay.shouldKeepAlive = false;
    },
  };
}

/**
 * Node's way to close after an answer resets the connection when the peer is still sending, and the peer may never read
 * the answer. So our half is closed first, and what comes is thrown away until the peer has seen that.
 */
function linger(socket: Socket, request: IncomingMessage | undefined): void {
  if (socket.destroyed || socket.writableEnded) return;
  const isWhole = request?.complete ?? false;
  let left = LINGER_BYTES;
  socket.removeAllListeners("data"); // nothing is a request any more
  socket.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  socket.resume();
  socket.end();
  const timer = setTimeout(() => socket.destroy(), isWhole ? CLOSING_MS : LINGER_MS).unref();
  socket.once("close", () => clearTimeout(timer));
}

const REFUSALS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Bytes that are no request, as Node answers them, but without a reset. Whatever else fails ends the connection. */
function refuseBytes(
  error: NodeJS.ErrnoException,
  socket: Socket,
  response: ServerResponse | undefined,
): void {
  const { code = "" } = error;
  const isFree = response === undefined || response.writableFinished;
  if (!socket.writable || !/^(HPE|ERR_HTTP)_/.test(code)) return void socket.destroy(error);
  if (isFree || !response.headersSent) {
    const status = REFUSALS[code] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  }
  // A call that is under way must learn at once that its caller is gone.
  if (isFree) socket.destroySoon();
  else socket.destroy(error);
}
