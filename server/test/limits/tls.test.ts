import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp } from "node:net";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import * as grpc from "@grpc/grpc-js";
import { Health, HealthCheckResponse_ServingStatus as Status } from "@svc/proto/grpc/health/v1/health_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSecureListener, type ListenerLimits, type SecureListener } from "../../src/http/listener.ts";
import { hasOpenssl, makeCertificate, type TestCertificate } from "../../src/testing/certificates.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { type Behaviours, type FrontServer, openFront } from "../protocols/front-server.ts";
import { rawCall } from "../protocols/raw-call.ts";

let certificate: TestCertificate;
let listener: SecureListener;
let front: FrontServer;
let url: string;

async function open(behaviours: Behaviours = {}, limits: Partial<ListenerLimits> = {}): Promise<void> {
  listener = createSecureListener(limits);
  listener.use(certificate);
  front = await openFront(behaviours, listener);
  url = `https://localhost:${front.port}`;
}

beforeEach(async (context) => {
  if (!hasOpenssl()) notRun(context, "there is no openssl");
  certificate ??= makeCertificate(["localhost", "127.0.0.1"]);
  await open();
});
afterEach(() => listener?.drain());

const trust = () => ({ ca: certificate.chain });

/** A handshake, or the code of what went wrong with it. */
async function shake(options: ConnectionOptions = {}): Promise<TLSSocket | string> {
  const socket = connect({
    port: front.port,
    host: "127.0.0.1",
    servername: "localhost",
    ...trust(),
    ...options,
  });
  return new Promise((resolve) => {
    socket.once("secureConnect", () => resolve(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

async function mustShake(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = await shake(options);
  if (typeof socket === "string") throw new Error(socket);
  return socket;
}

const serialOf = (socket: TLSSocket) => socket.getPeerX509Certificate()?.serialNumber;
const serial = ({ chain }: TestCertificate) => new X509Certificate(chain).serialNumber;

/** One request with everything that came back. */
async function ask(socket: TLSSocket, connection = "close"): Promise<string> {
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.write(`GET /nowhere HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`);
  if (connection === "close") await once(socket, "close");
  else await once(socket, "data");
  return answer;
}

describe("one HTTPS port", () => {
  test("serves gRPC over HTTP/2", async () => {
    const transport = createGrpcTransport({ baseUrl: url, nodeOptions: trust() });
    expect(await createClient(Health, transport).check({})).toMatchObject({ status: Status.SERVING });
  });

  test("serves gRPC to a client that is not Connect's", async () => {
    const credentials = grpc.credentials.createSsl(Buffer.from(certificate.chain));
    const client = new grpc.Client(`localhost:${front.port}`, credentials);
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const same = (bytes: Buffer) => bytes;
      client.makeUnaryRequest("/grpc.health.v1.Health/Check", same, same, Buffer.alloc(0), (error, bytes) =>
        bytes ? resolve(bytes) : reject(error),
      );
    });
    client.close();
    expect([...answer]).toEqual([0x08, Status.SERVING]);
  });

  test.each(["1.1", "2"] as const)("serves Connect over HTTP/%s", async (httpVersion) => {
    const transport = createConnectTransport({ baseUrl: url, httpVersion, nodeOptions: trust() });
    expect(await createClient(Health, transport).check({})).toMatchObject({ status: Status.SERVING });
  });

  test("speaks HTTP/1.1 with a client that names no protocol", async () => {
    expect(await ask(await mustShake())).toMatch(/^HTTP\/1\.1 404 .*NOT_FOUND/s);
  });

  test("takes HTTP/2 when both are offered, and TLS 1.3", async () => {
    const socket = await mustShake({ ALPNProtocols: ["http/1.1", "h2"] });
    expect([socket.alpnProtocol, socket.getProtocol()]).toEqual(["h2", "TLSv1.3"]);
    socket.destroy();
  });

  test("refuses a client that speaks neither", async () => {
    expect(await shake({ ALPNProtocols: ["spdy/3", "acme-tls/1"] })).toBe(
      "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL",
    );
  });

  test("does without encryption with nobody", async () => {
    const socket = connectTcp(front.port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(socket, "close");
    expect(answer).not.toContain("HTTP/");
  });
});

describe("TLS", () => {
  test("1.2 is the oldest version", async () => {
    expect((await mustShake({ minVersion: "TLSv1.2", maxVersion: "TLSv1.2" })).getProtocol()).toBe("TLSv1.2");
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
    expect(await shake(old)).toBe("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION");
  });

  test.each(["ECDHE-ECDSA-AES256-SHA384", "ECDHE-ECDSA-AES128-SHA", "AES128-GCM-SHA256", "NULL"])(
    "1.2 is not spoken with %s",
    async (cipher) => {
      const options = { maxVersion: "TLSv1.2", ciphers: `${cipher}:@SECLEVEL=0` } as const;
      expect(await shake(options)).toMatch(/HANDSHAKE_FAILURE/);
    },
  );

  test("answers whatever name is asked for, with the certificate there is", async () => {
    for (const servername of ["localhost", "other.example", "xn--", `${"a".repeat(63)}.example`]) {
      const socket = await mustShake({ servername, rejectUnauthorized: false });
      expect(serialOf(socket)).toBe(serial(certificate));
      socket.destroy();
    }
  });

  test("a session is resumed", async () => {
    const first = await mustShake({ maxVersion: "TLSv1.2" });
    const session = first.getSession();
    first.destroy();
    const second = await mustShake({ maxVersion: "TLSv1.2", session });
    expect(second.isSessionReused()).toBe(true);
    second.destroy();
  });

  test("a client that starts the handshake over and over is sent away", async () => {
    const socket = await mustShake({ maxVersion: "TLSv1.2" });
    socket.on("error", () => {});
    const renegotiate = () =>
      new Promise<Error | null>((resolve) => {
        socket.once("close", () => resolve(new Error("closed")));
        if (!socket.renegotiate({}, resolve)) resolve(new Error("refused"));
      });
    let failure: Error | null = null;
    for (let round = 0; round < 5 && !failure; round++) failure = await renegotiate();
    expect(failure).not.toBeNull();
    socket.destroy();
  });
});

describe("a new certificate", () => {
  test("is used from the next handshake on, and open connections go on", async () => {
    const session = connectHttp2(url, trust());
    const before = await mustShake();
    await rawCall(session, { contentType: "application/json" });

    const next = makeCertificate(["localhost"]);
    listener.use(next);
    const after = await mustShake({ ca: next.chain });
    expect(serialOf(after)).toBe(serial(next));
    after.destroy();

    expect(serialOf(before)).toBe(serial(certificate));
    expect(await ask(before)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await rawCall(session, { contentType: "application/grpc", body: Buffer.alloc(5) })).toMatchObject({
      status: "Ok",
    });
    session.close();
  });

  test("that is broken is refused and changes nothing", async () => {
    const other = makeCertificate(["localhost"]);
    for (const broken of [
      { chain: certificate.chain, privateKey: other.privateKey },
      { chain: "", privateKey: "" },
      { chain: certificate.chain.slice(0, 200), privateKey: certificate.privateKey },
    ]) {
      expect(() => listener.use(broken)).toThrow();
      const socket = await mustShake();
      expect(serialOf(socket)).toBe(serial(certificate));
      socket.destroy();
    }
  });

  test("is waited for: without any, a handshake is refused", async () => {
    const bare = createSecureListener();
    const { port } = await openFront({}, bare);
    expect(await shake({ port })).toMatch(/HANDSHAKE_FAILURE/);
    bare.use(certificate);
    const socket = await mustShake({ port });
    socket.destroy();
    await bare.drain();
  });
});

describe("limits and the end", () => {
  test("a connection that does not shake hands is closed", async () => {
    await listener.drain();
    await open({}, { firstBytesMs: 60 });
    const socket = connectTcp(front.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    await once(socket, "close");
  });

  test("who does not finish the headers is told so", async () => {
    await listener.drain();
    await open({}, { headersMs: 80 });
    const socket = await mustShake();
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("an idle HTTP/2 session is sent away", async () => {
    await listener.drain();
    await open({}, { sessionIdleMs: 60 });
    const session = connectHttp2(url, trust());
    const [code] = await once(session, "goaway");
    expect(code).toBe(0);
    await once(session, "close");
  });

  test("an old HTTP/2 session is told so, and its call is answered", async () => {
    await listener.drain();
    const finish = Promise.withResolvers<void>();
    await open({ slow: () => finish.promise }, { maxAgeMs: 60 });
    const session = connectHttp2(url, trust());
    const call = rawCall(session, {
      contentType: "application/json",
      body: Buffer.from('{"service":"slow"}'),
    });
    const [code, lastStreamId] = await once(session, "goaway");
    expect([code, lastStreamId]).toEqual([0, 2 ** 31 - 1]);
    finish.resolve();
    expect(await call).toMatchObject({ status: "Ok" });
    await once(session, "close");
  });

  test("draining lets calls finish, and waits for nobody who is idle or half-way through a handshake", async () => {
    await listener.drain();
    const arrived = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slow = async (): Promise<void> => {
      arrived.resolve();
      await finish.promise;
    };
    await open({ slow }, { firstBytesMs: 600_000, drainMs: 600_000 });
    const silent = connectTcp(front.port, "127.0.0.1");
    await once(silent, "connect");
    const idle = await mustShake();
    expect(await ask(idle, "keep-alive")).toMatch(/^HTTP\/1\.1 404 /);
    const session = connectHttp2(url, trust());
    const call = rawCall(session, {
      contentType: "application/json",
      body: Buffer.from('{"service":"slow"}'),
    });
    await arrived.promise;

    const drained = listener.drain();
    expect(await shake()).toBe("ECONNREFUSED");
    finish.resolve();
    expect(await call).toMatchObject({ status: "Ok" });
    await drained;
  });

  test("connections made before there is anything to serve are served then", async () => {
    const early = createSecureListener();
    const port = await early.listen({ host: "127.0.0.1", port: 0 });
    const answer = mustShake({ port }).then((socket) => ask(socket));
    early.use(certificate);
    early.serve((_request, response) => response.end("at last"));
    expect(await answer).toContain("at last");
    await early.drain();
  });

  test("giving up closes everything", async () => {
    const given = createSecureListener();
    const port = await given.listen({ host: "127.0.0.1", port: 0 });
    const socket = connectTcp(port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    const closed = once(socket, "close");
    given.abandon();
    await closed;
  });
});
