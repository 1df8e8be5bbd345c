import type { KeyObject } from "node:crypto";
import { compactVerify } from "jose/jws/compact/verify";
import type { App } from "../../app.ts";
import { decodeBase64url } from "../../crypto/base64url.ts";
import type { OAuthProvider } from "./identity-provider.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** Why a token is not trusted. Callers turn it into one public reason; the text is for the log. */
export class UntrustedToken extends Error {
  override readonly name = "UntrustedToken";

  constructor(why: string) {
    super(why.slice(0, 200)); // it may quote untrusted input
  }
}

/** The providers' own tokens have less than 2 KB. */
const MAX_LENGTH = 8192;

/** The providers never send a header that names a key or an extension. */
const FOREIGN_MEMBERS = ["crit", "b64", "jwk", "jku", "x5u", "x5c"];

/**
 * Verifies that this provider signed the token, with RS256 and a key that the provider publishes, and returns the
 * claims.
 */
export function verifyProviderJwt(
  app: Pick<App, "identityProviders">,
  provider: OAuthProvider,
  token: string,
): Promise<Claims> {
  return verifyJwtWith(app.identityProviders[provider].findKey, provider, token);
}

/** The same with another source of keys. */
export async function verifyJwtWith(
  findKey: (kid: string) => Promise<KeyObject | undefined>,
  signer: string,
  token: string,
): Promise<Claims> {
  const { kid } = readHeader(token);
  const key = await findKey(kid);
  if (!key) throw new UntrustedToken(`${signer} has no key ${JSON.stringify(kid)}`);
  const { payload } = await compactVerify(token, key, { algorithms: ["RS256"] }).catch((error: unknown) => {
    throw new UntrustedToken((error as Error).message);
  });
  return readJson(payload, "payload");
}

/** jose also accepts base64 with padding, spaces and unused bits, so one token could be used once per spelling. */
function readHeader(token: string): { kid: string } {
  const segments = token.length > MAX_LENGTH ? [] : token.split(".", 4);
  const [header] = segments.map((segment) => decodeBase64url(segment));
  if (segments.length !== 3 || !header || segments.some((segment) => !decodeBase64url(segment))) {
    throw new UntrustedToken("not three segments of base64url");
  }
  const members = readJson(header, "header");
  const { alg, kid, typ = "JWT" } = members;
  if (alg !== "RS256") throw new UntrustedToken(`signed with ${JSON.stringify(alg)}`);
  if (typ !== "JWT") throw new UntrustedToken(`of type ${JSON.stringify(typ)}`);
  if (typeof kid !== "string" || kid === "" || kid.length > 255) throw new UntrustedToken("names no key");
  const foreign = FOREIGN_MEMBERS.find((name) => Object.hasOwn(members, name));
  if (foreign !== undefined) throw new UntrustedToken(`has ${foreign} in its header`);
  return { kid };
}

function readJson(bytes: Uint8Array, what: string): Claims {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Claims;
  } catch {
    // Reported below.
  }
  throw new UntrustedToken(`the ${what} is not a JSON object`);
}
