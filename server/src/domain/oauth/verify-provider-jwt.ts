import type { KeyObject } from "node:crypto";
import { compactVerify } from "jose/jws/compact/verify";
import type { App } from "../../app.ts";
import { decodeBase64url } from "../../crypto/base64url.ts";
import type { OAuthProvider } from "./identity-provider.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** Why a token is not believed. Callers turn it into their one public reason; the text is for the log. */
export class UntrustedToken extends Error {
  override readonly name = "UntrustedToken";

  constructor(why: string) {
    super(why.slice(0, 200)); // it may quote what anybody sent
  }
}

/** The providers' own take less than two kilobytes. */
const MAX_LENGTH = 8192;

/** A header that names a key or an extension of its own is never the provider's. */
const FOREIGN_MEMBERS = ["crit", "b64", "jwk", "jku", "x5u", "x5c"];

/**
 * The claims of a token that this provider signed, in the one way it may be written: RS256 and nothing
 * else, with a key that the provider itself publishes.
 */
export function verifyProviderJwt(
  app: Pick<App, "identityProviders">,
  provider: OAuthProvider,
  token: string,
): Promise<Claims> {
  return verifyJwtWith(app.identityProviders[provider].findKey, provider, token);
}

/** The same, by whatever keys somebody publishes. */
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

/** jose also reads base64 with padding, spaces and stray bits: several texts for one token, used once each. */
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
    // Said below.
  }
  throw new UntrustedToken(`the ${what} is not a JSON object`);
}
