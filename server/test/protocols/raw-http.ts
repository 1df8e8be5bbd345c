import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { connect, type Socket } from "node:net";

export type RawAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  trailers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

type RawRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: Uint8Array;
};

/** One request, on an HTTP/2 connection of its own unless one is given; headers and trailers as they came. */
export async function http2Request(to: string | ClientHttp2Session, request: RawRequest): Promise<RawAnswer> {
  const session = typeof to === "string" ? connectHttp2(to) : to;
  try {
    return await new Promise<RawAnswer>((resolve, reject) => {
      session.once("error", reject);
      const head = { ":method": request.method ?? "POST", ":path": request.path, ...request.headers };
      const stream = session.request(head, { endStream: request.body === undefined });
      const chunks: Buffer[] = [];
      let headers: IncomingHttpHeaders = {};
      let trailers: IncomingHttpHeaders = {};
      stream.on("response", (received) => {
        headers = received;
      });
      stream.on("trailers", (received) => {
        trailers = received;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("end", () => {
        session.off("error", reject);
        resolve({ status: Number(headers[":status"]), headers, trailers, body: Buffer.concat(chunks) });
      });
      if (request.body) stream.end(request.body);
    });
  } finally {
    if (typeof to === "string") session.close();
  }
}

/** A TCP connection on which the test writes every byte itself; `closed` gives all that came back. */
export async function rawSocket(port: number): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect({ port, host: "127.0.0.1" });
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  const closed = new Promise<string>((resolve) => {
    socket.on("error", () => resolve(received)); // a reset is an end too
    socket.on("close", () => resolve(received));
  });
  await new Promise((resolve) => socket.once("connect", resolve));
  return { socket, closed };
}

/** Sends these bytes, which must make the server close the connection, and returns all that is answered. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const { socket, closed } = await rawSocket(port);
  socket.write(bytes, "latin1");
  return closed;
}

/** One request over HTTP/1.1. */
export async function http1Request(
  to: string,
  { path, method = "POST", headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const answer = await fetch(`${to}${path}`, {
    method,
    headers: headers as Record<string, string>,
    ...(body ? { body: Buffer.from(body) } : {}),
  });
  const received = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), trailers: {}, body: received };
}
