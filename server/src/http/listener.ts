import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttp2, type ServerHttp2Session } from "node:http2";
import { createServer, type Socket } from "node:net";

const PREFACE = Buffer.from("PRI * HTTP/2.0");

const HTTP1 = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  insecureHTTPParser: false,
};

const HTTP2 = {
  maxSessionMemory: 10,
  maxHeaderListPairs: 64,
  maxSettings: 32,
  maxOutstandingPings: 10,
  maxSessionInvalidFrames: 50,
  maxSessionRejectedStreams: 50,
  streamResetBurst: 200,
  streamResetRate: 20,
  settings: {
    maxConcurrentStreams: 100,
    maxHeaderListSize: 16_384,
    initialWindowSize: 65_535,
    enablePush: false,
  },
};

/** Until the first bytes tell the protocol, neither server's own limits run. */
const FIRST_BYTES_MS = 10_000;
const SESSION_IDLE_MS = 120_000;
const DRAIN_MS = 10_000;

export type Listener = {
  /** Binds the port and returns the one it got. Connections wait until `serve` is called. */
  listen: (address: { host: string | undefined; port: number }) => Promise<number>;
  serve: (handler: RequestListener) => void;
  /** Takes no new work, lets what runs finish, and closes what does not. */
  drain: () => Promise<void>;
  /** Closes the port without ever having served. */
  abandon: () => void;
};

/** One clear-text port for HTTP/1.1 and prior-knowledge HTTP/2: the first bytes decide. */
export function createListener(): Listener {
  const { promise: ready, resolve: serve } = Promise.withResolvers<RequestListener>();
  const handler: RequestListener = (request, response) =>
    void ready.then((handle) => handle(request, response));
  const http1 = createHttp(HTTP1, handler);
  http1.maxRequestsPerSocket = 10_000;
  // It never listens itself, and only then would it begin to watch its connections: without this,
  // headersTimeout and requestTimeout never run.
  http1.emit("listening");
  const http2 = createHttp2(HTTP2, handler as never);
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  http2.on("session", (session) => {
    sessions.add(session);
    session.setTimeout(SESSION_IDLE_MS, () => session.close());
    session.once("close", () => sessions.delete(session));
  });
  http2.on("sessionError", () => {}); // the session closes itself; a hostile peer is no news
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    sniff(socket, (isHttp2) => (isHttp2 ? http2 : http1).emit("connection", socket));
  });

  return {
    listen: (address) => listen(server, address),
    serve,
    abandon() {
      http1.close();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    async drain() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.close(); // GOAWAY; streams in flight finish
      http1.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, DRAIN_MS);
      const idle = setInterval(() => http1.closeIdleConnections(), 50);
      await closed;
      http1.close();
      clearTimeout(timer);
      clearInterval(idle);
    },
  };
}

function sniff(socket: Socket, decide: (isHttp2: boolean) => void): void {
  const drop = (): void => void socket.destroy();
  socket.on("error", drop);
  socket.setTimeout(FIRST_BYTES_MS, drop);
  let head = Buffer.alloc(0);
  const read = (): void => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read())
      head = Buffer.concat([head, chunk]);
    const length = Math.min(head.length, PREFACE.length);
    const isPrefix = head.subarray(0, length).equals(PREFACE.subarray(0, length));
    if (length === 0 || (isPrefix && length < PREFACE.length)) return;
    socket.off("readable", read);
    socket.setTimeout(0);
    socket.removeListener("timeout", drop);
    socket.unshift(head);
    decide(isPrefix);
  };
  socket.on("readable", read);
}

function listen(
  server: ReturnType<typeof createServer>,
  { host, port }: { host: string | undefined; port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
