import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { TestCertificate } from "../src/testing/certificates.ts";

/** What a stand-in answers to a token next; without one it accepts. */
export type Refusal = Readonly<{
  status: number;
  code: string;
  retryAfter?: string;
  timestamp?: number;
  /** Instead of an answer, the connection ends. */
  hangUp?: boolean;
}>;

type Message = Readonly<Record<string, unknown>>;

/** What arrived, and what was wrong with it. */
class Post {
  readonly accepted: { token: string; message: Message }[] = [];
  readonly problems: string[] = [];
  readonly refusals = new Map<string, Refusal[]>();

  /** Notes what does not hold, and says whether all of it does. */
  demand(rules: Readonly<Record<string, boolean>>): boolean {
    const broken = Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
    this.problems.push(...broken);
    return broken.length === 0;
  }

  next(token: string): Refusal | undefined {
    return this.refusals.get(token)?.shift();
  }
}

type Claims = Readonly<{ iss?: string; aud?: string; scope?: string; iat?: number; exp?: number }>;

/** The claims of a JWT that this key has signed, with this header. */
function claimsOf(jwt: string, header: object, key: KeyObject): Claims | undefined {
  const [head = "", payload = "", signature = ""] = jwt.split(".");
  const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const signed = Buffer.from(`${head}.${payload}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const isSame = JSON.stringify(decode(head)) === JSON.stringify(header);
  return isSigned && isSame ? decode(payload) : undefined;
}

const isNow = (seconds = 0) => Math.abs(Date.now() / 1000 - seconds) < 60;

/** Google's sign-in for service accounts, and FCM HTTP v1. */
export class FcmStandIn extends Post {
  readonly account: Record<string, string>;
  readonly url: string;
  /** Access tokens that were given out. */
  readonly issued: string[] = [];
  /** Statuses that the next sign-ins get. */
  readonly signInRefusals: number[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    super();
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    this.account = {
      type: "service_account",
      project_id: "acme-app",
      client_email: "push@acme-app.iam.gserviceaccount.com",
      private_key_id: "0123456789abcdef",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      token_uri: `${this.url}/token`,
    };
  }

  static async open(): Promise<FcmStandIn> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const fcm = new FcmStandIn(server);
    server.on("request", async (request, response) => {
      const { status, body, headers = {} } = await fcm.#answer(request);
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    });
    return fcm;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown; headers?: object }> {
    if (request.url === "/token") return this.#signIn(new URLSearchParams(await text(request)));
    const { authorization = "", "content-type": type } = request.headers;
    const raw = await text(request);
    const { message } = JSON.parse(raw) as { message: Message & { token: string } };
    if (!this.issued.includes(authorization.replace("Bearer ", ""))) {
      return { status: 401, body: { error: { code: 401, status: "UNAUTHENTICATED" } } };
    }
    const { token, ...rest } = message;
    const isRight = this.demand({
      "FCM: POST": request.method === "POST",
      "FCM: path": request.url === "/v1/projects/acme-app/messages:send",
      "FCM: JSON": type === "application/json",
      "FCM: a token": typeof token === "string" && token !== "",
      "FCM: data of strings": Object.values(rest.data ?? {}).every((value) => typeof value === "string"),
    });
    if (!isRight || Buffer.byteLength(JSON.stringify(rest)) > 4096) return fcmError(400, "INVALID_ARGUMENT");
    const refusal = this.next(token);
    // The access token in use is not taken any more.
    if (refusal?.status === 401) this.issued.splice(0, 1, "expired");
    if (refusal) {
      const headers = refusal.retryAfter === undefined ? {} : { "retry-after": refusal.retryAfter };
      return { ...fcmError(refusal.status, refusal.code), headers };
    }
    this.accepted.push({ token, message: rest });
    return { status: 200, body: { name: `projects/acme-app/messages/${this.accepted.length}` } };
  }

  #signIn(form: URLSearchParams): { status: number; body: unknown } {
    const refused = this.signInRefusals.shift();
    if (refused !== undefined) return { status: refused, body: { error: "invalid_grant" } };
    const header = { alg: "RS256", typ: "JWT", kid: this.account.private_key_id };
    const key = createPublicKey(this.account.private_key ?? "");
    const claims = claimsOf(form.get("assertion") ?? "", header, key);
    const isRight = this.demand({
      "Google: grant": form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer",
      "Google: signature": claims !== undefined,
      "Google: issuer": claims?.iss === this.account.client_email,
      "Google: audience": claims?.aud === this.account.token_uri,
      "Google: scope": claims?.scope === "https://www.googleapis.com/auth/firebase.messaging",
      "Google: times": isNow(claims?.iat) && isNow((claims?.exp ?? 0) - 3600),
    });
    if (!isRight) return { status: 400, body: { error: "invalid_grant" } };
    const accessToken = `ya29.${crypto.randomUUID()}`;
    this.issued.push(accessToken);
    return { status: 200, body: { access_token: accessToken, expires_in: 3599, token_type: "Bearer" } };
  }
}

function fcmError(code: number, errorCode: string) {
  const details = [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode }];
  return { status: code, body: { error: { code, message: "refused", status: "REFUSED", details } } };
}

/** One environment of APNs. */
export class ApnsStandIn extends Post {
  readonly url: string;
  connections = 0;
  /** How many of the next connections end before they are open. */
  refusedConnections = 0;
  readonly providerTokens = new Set<string>();
  readonly #server: Http2SecureServer;
  readonly #key: KeyObject;

  private constructor(server: Http2SecureServer, key: KeyObject) {
    super();
    this.#server = server;
    this.#key = key;
    this.url = `https://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** It takes provider tokens that are signed with this key. */
  static async open({ chain, privateKey }: TestCertificate, key: KeyObject): Promise<ApnsStandIn> {
    const server = createSecureServer({ cert: chain, key: privateKey }).listen(0, "localhost");
    await once(server, "listening");
    const apns = new ApnsStandIn(server, key);
    server.on("connection", (socket: Socket) => {
      if (apns.refusedConnections-- > 0) socket.destroy();
    });
    server.on("session", () => {
      apns.connections++;
    });
    server.on("stream", async (stream: ServerHttp2Stream, headers) => {
      const answer = apns.#answer(headers, await text(stream).catch(() => ""));
      if (answer === "hang up") stream.session?.destroy();
      if (answer === "hang up" || stream.destroyed) return;
      const [status, refusal] = answer;
      stream.respond({ ":status": status, "apns-id": crypto.randomUUID() });
      stream.end(refusal && JSON.stringify(refusal));
    });
    return apns;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(headers: Readonly<Record<string, unknown>>, body: string): [number, object?] | "hang up" {
    const [, token = ""] = /^\/3\/device\/([0-9a-f]{64})$/.exec(String(headers[":path"])) ?? [];
    const [, jwt = ""] = /^bearer (.+)$/.exec(String(headers.authorization)) ?? [];
    const claims = claimsOf(jwt, { alg: "ES256", typ: "JWT", kid: "ABC123DEFG" }, this.#key);
    this.providerTokens.add(jwt);
    const isRight = this.demand({
      "APNs: POST": headers[":method"] === "POST",
      "APNs: path": token !== "",
      "APNs: signature": claims !== undefined,
      "APNs: issuer": claims?.iss === "DEF123GHIJ",
      "APNs: time": isNow(claims?.iat),
      "APNs: topic": headers["apns-topic"] === "com.example.app",
      "APNs: type": headers["apns-push-type"] === "alert",
      "APNs: priority": headers["apns-priority"] === "10",
      "APNs: collapse id": Buffer.byteLength(String(headers["apns-collapse-id"] ?? "x".repeat(65))) <= 64,
    });
    if (!isRight) return [400, { reason: "BadRequest" }];
    if (Buffer.byteLength(body) > 4096) return [413, { reason: "PayloadTooLarge" }];
    const { status = 200, code: reason, timestamp, hangUp } = this.next(token) ?? {};
    if (hangUp) return "hang up";
    if (status !== 200) return [status, { reason, ...(timestamp && { timestamp }) }];
    this.accepted.push({ token, message: JSON.parse(body) });
    return [200];
  }
}
