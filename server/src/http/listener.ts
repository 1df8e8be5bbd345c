import type { RequestListener } from "node:http";
import { constants } from "node:http2";
import type { Socket } from "node:net";
import { type Acceptor, createAcceptor, type ListenAddress, type Take } from "./acceptor.ts";
import { type ConnectionLimit, createConnectionLimit } from "./connection-limit.ts";
import { createHttp1Server } from "./http1-server.ts";
import { createHttp2Sessions, type StreamHandler } from "./http2-server.ts";
import { createTls, type Tls } from "./tls.ts";

const PREFACE = Buffer.from("PRI * HTTP/2.0");

const MAX_HEADER_BYTES = 16_384;

export type ListenerLimits = {
  /** Until the first bytes or the handshake tell the protocol, neither server's own limits run. */
  firstBytesMs: number;
  headersMs: number;
  sessionIdleMs: number;
  /** Older connections are ended, so that a load balancer can place their callers anew. Undefined: never. */
  maxAgeMs: number | undefined;
  drainMs: number;
};

const LIMITS: ListenerLimits = {
  firstBytesMs: 10_000,
  headersMs: 10_000,
  sessionIdleMs: 120_000,
  maxAgeMs: undefined,
  drainMs: 10_000,
};

/** Who may connect, and as what. */
export type Admission = {
  connections: ConnectionLimit;
  /** Whether a peer is a trusted proxy, which brings many callers. */
  isProxy: (peer: Pick<Socket, "remoteAddress">) => boolean;
  acceptor: (take: Take) => Acceptor;
};

export type Caught = (error: unknown) => void;

export type Listener = {
  /** Binds the port and returns the one it got. Connections wait until `serve` is called. */
  listen: (address: ListenAddress) => Promise<number>;
  /** `caught` is told what a handler threw; the caller of that request gets no answer. */
  serve: (handler: RequestListener, streamHandler?: StreamHandler, caught?: Caught) => void;
  /** Takes no new work, lets what runs finish, and closes what does not. */
  drain: () => Promise<void>;
  /** Closes the port without ever having served. */
  abandon: () => void;
};

/** One clear-text port for HTTP/1.1 and prior-knowledge HTTP/2: the first bytes decide. */
export function createListener(
  limits: Partial<ListenerLimits> = {},
  admission: Partial<Admission> = {},
): Listener {
  const all = { ...LIMITS, ...limits };
  const greet: Greet = (socket, decide) => sniff(socket, all.firstBytesMs, (is) => decide(socket, is));
  return createPort(all, admission, greet);
}

export type SecureListener = Listener & Pick<Tls, "use">;

/** One HTTPS port for HTTP/1.1 and HTTP/2: the handshake decides (ALPN). */
export function createSecureListener(
  limits: Partial<ListenerLimits> = {},
  admission: Partial<Admission> = {},
): SecureListener {
  const all = { ...LIMITS, ...limits };
  const { use, shakeHands } = createTls(all.firstBytesMs);
  const { promise: served, resolve: begin } = Promise.withResolvers<void>();
  const port = createPort(all, admission, (raw, decide) => {
    void served.then(() => raw.destroyed || shakeHands(raw, decide));
  });
  return {
    ...port,
    use,
    serve(...handlers) {
      port.serve(...handlers);
      begin(); // not before: the certificate may still have to be read
    },
  };
}

/** Finds out what a fresh connection speaks. Over TLS another socket is what is spoken on. */
type Greet = (raw: Socket, decide: (socket: Socket, isHttp2: boolean) => void) => void;

function createPort(
  { headersMs, sessionIdleMs, maxAgeMs, drainMs }: ListenerLimits,
  {
    connections = createConnectionLimit(Number.POSITIVE_INFINITY),
    isProxy = () => false,
    acceptor: makeAcceptor = createAcceptor,
  }: Partial<Admission>,
  greet: Greet,
): Listener {
  const { promise: served, resolve: begin } = Promise.withResolvers<void>();
  let handle: RequestListener | undefined;
  let handleStream: StreamHandler = () => false;
  const handler: RequestListener = (request, response) => {
    if (handle) handle(request, response);
    else void served.then(() => handle?.(request, response));
  };
  const http1 = createHttp1Server({ headersMs, maxAgeMs, maxHeaderBytes: MAX_HEADER_BYTES }, handler);
  const http2 = createHttp2Sessions(
    { sessionIdleMs, maxAgeMs, maxHeaderBytes: MAX_HEADER_BYTES },
    handler,
    (...request) => handleStream(...request),
  );

  const sockets = new Set<Socket>();
  const undecided = new Set<Socket>();
  const acceptor = makeAcceptor((raw) => {
    if (!connections.take()) return void raw.destroy();
    sockets.add(raw);
    undecided.add(raw);
    raw.on("error", () => raw.destroy());
    raw.once("close", () => {
      connections.giveBack();
      sockets.delete(raw);
      undecided.delete(raw);
    });
    greet(raw, (socket, isHttp2) => {
      undecided.delete(raw);
      if (isHttp2) http2.take(socket, isProxy(raw));
      else http1.take(socket);
    });
  });
  const destroy = (some: Iterable<Socket>): void => {
    for (const socket of some) socket.destroy();
  };

  return {
    listen: acceptor.listen,
    serve(requests, streams = handleStream, caught = () => {}) {
      handle = withoutThrowing(requests, caught);
      handleStream = streamsWithoutThrowing(streams, caught);
      begin();
    },
    abandon() {
      http1.server.close();
      acceptor.close();
      destroy(sockets);
    },
    async drain() {
      acceptor.close();
      const closed = Promise.all([...sockets].map(closing));
      destroy(undecided);
      http2.close();
      // Told to close, a caller does not send its next request into a connection that is going away.
      http1.endKeepAlive();
      http1.server.closeIdleConnections();
      const timer = setTimeout(() => destroy(sockets), drainMs);
      const idle = setInterval(() => http1.server.closeIdleConnections(), 50);
      await closed;
      http1.server.close();
      clearTimeout(timer);
      clearInterval(idle);
    },
  };
}

/** A bug costs one request, not the process. */
function withoutThrowing(handler: RequestListener, caught: Caught): RequestListener {
  return (request, response) => {
    try {
      handler(request, response);
    } catch (error) {
      caught(error);
      response.destroy();
    }
  };
}

function streamsWithoutThrowing(handle: StreamHandler, caught: Caught): StreamHandler {
  return (stream, ...request) => {
    try {
      return handle(stream, ...request);
    } catch (error) {
      caught(error);
      stream.on("error", () => {}); // closing it like this is one
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      return true;
    }
  };
}

function sniff(socket: Socket, timeoutMs: number, decide: (isHttp2: boolean) => void): void {
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  socket.once("close", () => clearTimeout(timer));
  let head = Buffer.alloc(0);
  const read = (): void => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read())
      head = Buffer.concat([head, chunk]);
    const length = Math.min(head.length, PREFACE.length);
    const isPrefix = head.subarray(0, length).equals(PREFACE.subarray(0, length));
    if (length === 0 || (isPrefix && length < PREFACE.length)) return;
    socket.off("readable", read);
    clearTimeout(timer);
    socket.unshift(head);
    decide(isPrefix);
  };
  socket.on("readable", read);
}

function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}
