import { createHmac, generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { jwtVerify } from "jose";

export type Claims = Readonly<Record<string, unknown>>;

/** Apple's side of the key that setup stores in a project. */
export type RegisteredKey = Readonly<{
  teamId: string;
  keyId: string;
  publicKey: KeyObject;
  clientIds: readonly string[];
}>;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const SIX_MONTHS_SECONDS = 15_777_000;

/** First keys of issuers that are closed: an RSA key takes long to make, and no two open issuers may have the same. */
const idleKeys: KeyObject[] = [];

/**
 * Google or Apple as native apps meet them: an RSA key, its JWKS, and Apple's endpoints for tokens and
 * revocation, which know a client as strictly as Apple does. It listens under both providers' paths.
 */
export class TokenIssuer {
  readonly url: string;
  /** Every request that came: method and path. */
  readonly seen: string[] = [];
  readonly revoked: string[] = [];
  /** Codes that can be exchanged: for whose account, and by which client. */
  readonly codes = new Map<string, { sub: string; clientId: string }>();
  readonly registered: RegisteredKey[] = [];
  /** Google's side of the web client: its secret, by client id. */
  readonly secrets = new Map<string, string>();
  clock: () => number = Date.now;
  /** Answers instead of the provider while it is set: nothing at all, junk, somewhere else. */
  instead: Answer | undefined;
  kid = "key-1";
  privateKey: KeyObject;
  readonly #firstKey: KeyObject;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
    this.#firstKey = idleKeys.pop() ?? newRsaKey();
    this.privateKey = this.#firstKey;
  }

  static async open(): Promise<TokenIssuer> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const issuer = new TokenIssuer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => {
      issuer.seen.push(`${request.method} ${request.url}`);
      if (issuer.instead) issuer.instead(request, response);
      else void issuer.#answer(request, response);
    });
    return issuer;
  }

  async close(): Promise<void> {
    idleKeys.push(this.#firstKey);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The provider signs with a new key from now on, and publishes only that one. */
  rotateKey(kid: string): void {
    this.kid = kid;
    this.privateKey = newRsaKey();
  }

  jwk(): Record<string, unknown> {
    const { kty, n, e } = this.privateKey.export({ format: "jwk" });
    return { kty, n, e, kid: this.kid, use: "sig", alg: "RS256" };
  }

  token(claims: Claims, header: Claims = {}): string {
    return signRs256({ alg: "RS256", kid: this.kid, ...header }, claims, this.privateKey);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(request.method === "POST" ? await text(request) : "");
    const answers: Record<string, () => Promise<[number, unknown]> | [number, unknown]> = {
      "GET /oauth2/v3/certs": () => [200, { keys: [this.jwk()] }],
      "GET /auth/keys": () => [200, { keys: [this.jwk()] }],
      "POST /auth/token": () => this.#exchange(form),
      "POST /token": () => this.#refuseCode(form),
      "POST /auth/revoke": () => this.#revoke(form),
    };
    const [status, body] = (await answers[`${request.method} ${request.url}`]?.()) ?? [404, {}];
    const date = new Date(this.clock()).toUTCString();
    response.writeHead(status, { "content-type": "application/json", date });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  async #exchange(form: URLSearchParams): Promise<[number, unknown]> {
    if (!(await this.#isClient(form))) return [400, { error: "invalid_client" }];
    const code = form.get("code") ?? "";
    const grant = this.codes.get(code);
    this.codes.delete(code);
    // A native app's code was asked for without a redirect URI and must come without one.
    const isRight = grant?.clientId === form.get("client_id") && !form.has("redirect_uri");
    if (!isRight) return [400, { error: "invalid_grant" }];
    const iat = Math.floor(this.clock() / 1000);
    const about = { iss: "https://appleid.apple.com", aud: grant.clientId, sub: grant.sub };
    return [
      200,
      {
        access_token: `a-${randomUUID()}`,
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: `r-${code}`,
        id_token: this.token({ ...about, iat, exp: iat + 86_400 }),
      },
    ];
  }

  /** As Google: it looks at the code only once the client is proven. No code of ours is ever a good one. */
  #refuseCode(form: URLSearchParams): [number, unknown] {
    const secret = this.secrets.get(form.get("client_id") ?? "");
    const known = ["grant_type", "code", "client_id", "client_secret"];
    if (
      form.get("grant_type") !== "authorization_code" ||
      [...form.keys()].some((key) => !known.includes(key))
    )
      return [400, { error: "invalid_request" }];
    if (secret === undefined || secret !== form.get("client_secret"))
      return [401, { error: "invalid_client", error_description: "Unauthorized" }];
    return [400, { error: "invalid_grant", error_description: "Malformed auth code." }];
  }

  /** 200 without a body, also for a token that is invalid already. */
  async #revoke(form: URLSearchParams): Promise<[number, unknown]> {
    if (!(await this.#isClient(form))) return [400, { error: "invalid_client" }];
    if (form.get("token_type_hint") !== "refresh_token") return [400, { error: "invalid_request" }];
    this.revoked.push(form.get("token") ?? "");
    return [200, undefined];
  }

  /** ES256 with a key of the team, for this client, for no longer than Apple allows. */
  async #isClient(form: URLSearchParams): Promise<boolean> {
    const clientId = form.get("client_id") ?? "";
    const secret = form.get("client_secret") ?? "";
    for (const { teamId, keyId, publicKey, clientIds } of this.registered) {
      const verified = await jwtVerify(secret, publicKey, {
        algorithms: ["ES256"],
        issuer: teamId,
        subject: clientId,
        audience: "https://appleid.apple.com",
        requiredClaims: ["iat", "exp"],
        currentDate: new Date(this.clock()),
      }).catch(() => undefined);
      if (!verified) continue;
      const { iat = 0, exp = 0 } = verified.payload;
      const isKey = verified.protectedHeader.kid === keyId && clientIds.includes(clientId);
      if (isKey && exp - iat <= SIX_MONTHS_SECONDS) return true;
    }
    return false;
  }
}

export function newRsaKey(modulusLength = 2048): KeyObject {
  return generateKeyPairSync("rsa", { modulusLength }).privateKey;
}

export const encodePart = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");

export function signRs256(header: Claims, claims: Claims, key: KeyObject): string {
  const input = `${encodePart(header)}.${encodePart(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
}

export function signHs256(header: Claims, claims: Claims, secret: string): string {
  const input = `${encodePart(header)}.${encodePart(claims)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

/** What an app gives the provider for a nonce of its own. */
export const hashedNonce = (nonce: string): string => hash("sha256", nonce, "hex");
