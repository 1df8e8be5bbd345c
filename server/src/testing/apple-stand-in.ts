import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { jwtVerify } from "jose";
import { OidcStandIn } from "./oidc-stand-in.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The settings that an operator copies from Apple's console. */
export const APPLE_CLIENT = {
  servicesId: "com.example.fernweh.web",
  teamId: "TEAM123456",
  keyId: "KEY1234567",
  privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
};

/** Apple's client secret is signed for each request. After checking it, the stand-in uses a fixed one. */
export const APPLE_FIXED_SECRET = "only the stand-in itself knows this secret";

const SIX_MONTHS_SECONDS = 15_777_000;

/**
 * Apple with two accounts and its peculiarities: it returns a form, the client secret is a JWT, flags are strings, and
 * the name is sent once, beside the token.
 */
export async function openApple(): Promise<OidcStandIn> {
  const consented = new Set<string>();
  const apple = await OidcStandIn.open({
    issuer: "https://appleid.apple.com",
    cancelled: "user_cancelled_authorize",
    before,
    formFields(accountId) {
      if (consented.has(accountId)) return {};
      consented.add(accountId);
      return { user: JSON.stringify({ name: { firstName: "Grace", lastName: "Hopper" }, email: "x@y.z" }) };
    },
    configuration: {
      routes: {
        authorization: "/auth/authorize",
        token: "/auth/token",
        jwks: "/auth/keys",
        revocation: "/auth/revoke",
      },
      scopes: ["openid", "email", "name"],
      claims: { openid: ["sub"], email: ["email", "email_verified", "is_private_email"], name: [] },
      pkce: { required: () => false },
      issueRefreshToken: async () => true,
    },
  });
  apple.accounts.set("a-grace", {
    sub: "a-grace",
    claims: { email: "q7x@privaterelay.appleid.com", email_verified: "true", is_private_email: "true" },
  });
  apple.accounts.set("a-linus", {
    sub: "a-linus",
    claims: { email: "linus@icloud.com", email_verified: "true", is_private_email: "false" },
  });
  return apple;
}

async function before(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = new URL(request.url ?? "", "http://localhost");
  if (url.pathname === "/auth/authorize") return authorize(request, response, url);
  if (request.method !== "POST" || !["/auth/token", "/auth/revoke"].includes(url.pathname)) return false;
  const form = new URLSearchParams(await text(request));
  if (!(await isClient(form))) {
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_client"}');
    return true;
  }
  form.set("client_secret", APPLE_FIXED_SECRET);
  Object.assign(request, { body: Object.fromEntries(form) });
  return false;
}

/** Apple requires form_post for any scope, and returns an ID token even without `openid`. */
function authorize(request: IncomingMessage, response: ServerResponse, { searchParams }: URL): boolean {
  const isRight =
    searchParams.get("response_mode") === "form_post" &&
    searchParams.get("response_type") === "code" &&
    searchParams.get("scope") === "name email" &&
    !searchParams.has("code_challenge");
  if (!isRight) {
    response.writeHead(400, { "content-type": "text/plain" }).end("invalid_request");
    return true;
  }
  searchParams.set("scope", "openid name email");
  request.url = `/auth/authorize?${searchParams}`;
  return false;
}

/** ES256 with the team's key, for this client, for no longer than Apple allows. */
async function isClient(form: URLSearchParams): Promise<boolean> {
  try {
    const { protectedHeader, payload } = await jwtVerify(
      form.get("client_secret") ?? "",
      createPublicKey(APPLE_CLIENT.privateKey),
      {
        algorithms: ["ES256"],
        issuer: APPLE_CLIENT.teamId,
        subject: APPLE_CLIENT.servicesId,
        audience: "https://appleid.apple.com",
        requiredClaims: ["iat", "exp"],
      },
    );
    const { iat = 0, exp = 0 } = payload;
    return (
      protectedHeader.kid === APPLE_CLIENT.keyId &&
      exp - iat <= SIX_MONTHS_SECONDS &&
      form.get("client_id") === APPLE_CLIENT.servicesId
    );
  } catch {
    return false;
  }
}
