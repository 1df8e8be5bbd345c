import { createPublicKey, type KeyObject, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { jwtVerify } from "jose";
import { type Claims, newRsaKey } from "../token-issuer.ts";

export type GoogleAnswer = readonly [status: number, body: object | undefined];

const EMAIL = "svc@svc-demo.iam.gserviceaccount.com";
/** The same for all: making one takes a second on a busy machine. */
const FIRST_KEY = { id: "0123456789abcdef", key: newRsaKey() };
let others: [KeyObject, KeyObject] | undefined;

/** Google's token endpoint, and the one service account that it knows. */
export class GoogleTokens {
  readonly #tokens = new Map<string, number>();
  /** The only key of the account. */
  #key = FIRST_KEY;
  #rotations = 0;
  readonly #scope: string;
  readonly #clock: () => number;

  constructor(scope: string, clock: () => number) {
    this.#scope = scope;
    this.#clock = clock;
  }

  /** The JSON file that Google gives out for the account. */
  serviceAccount(changes: Claims = {}): string {
    return JSON.stringify({
      type: "service_account",
      project_id: "svc-demo",
      private_key_id: this.#key.id,
      private_key: this.#key.key.export({ format: "pem", type: "pkcs8" }),
      client_email: EMAIL,
      client_id: "1",
      token_uri: "https://oauth2.googleapis.com/token",
      ...changes,
    });
  }

  /** The access tokens that were given out are good no longer. */
  revokeAll(): void {
    this.#tokens.clear();
  }

  /** The account gets another key. The old one and what was given out for it are good no longer. */
  rotateKey(): void {
    others ??= [newRsaKey(), newRsaKey()];
    this.#rotations += 1;
    this.#key = { id: randomBytes(8).toString("hex"), key: others[this.#rotations % 2] ?? others[0] };
    this.revokeAll();
  }

  isGood({ headers }: IncomingMessage): boolean {
    const [, bearer = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
    return (this.#tokens.get(bearer) ?? 0) > this.#clock();
  }

  /** RFC 7523, as strictly as Google: signature, key id, issuer, audience, scope, an hour at most. */
  async grant(request: IncomingMessage): Promise<GoogleAnswer> {
    const form = new URLSearchParams(await text(request));
    const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    const isGrant = form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer";
    if (!isForm || !isGrant || form.size !== 2) return [400, { error: "invalid_request" }];
    const verified = await jwtVerify(form.get("assertion") ?? "", createPublicKey(this.#key.key), {
      algorithms: ["RS256"],
      issuer: EMAIL,
      audience: "https://oauth2.googleapis.com/token",
      requiredClaims: ["iat", "exp", "scope"],
      currentDate: new Date(this.#clock()),
    }).catch(() => undefined);
    if (!verified) return [400, { error: "invalid_grant", error_description: "Invalid JWT Signature." }];
    const { payload, protectedHeader } = verified;
    const isShort = (payload.exp ?? 0) - (payload.iat ?? 0) <= 3600;
    if (payload.scope !== this.#scope) return [400, { error: "invalid_scope" }];
    if (!isShort || (protectedHeader.kid ?? this.#key.id) !== this.#key.id)
      return [400, { error: "invalid_grant" }];
    const token = `ya29.${randomBytes(32).toString("base64url")}`;
    this.#tokens.set(token, this.#clock() + 3_599_000);
    return [200, { access_token: token, expires_in: 3599, token_type: "Bearer" }];
  }
}

/** As Google writes it. */
export function googleFailure(code: number, status: string, reason: string): GoogleAnswer {
  const message = `no: ${reason}`;
  return [
    code,
    { error: { code, message, status, errors: [{ message, domain: "androidpublisher", reason }] } },
  ];
}
