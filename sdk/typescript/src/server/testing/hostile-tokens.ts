import { createLocalJWKSet, jwtVerify } from "jose";
import { TokenError, type TokenErrorReason } from "../token-error.ts";
import { createVerifier } from "../verifier.ts";
import { baseUrl, issuer, now, ours } from "./forge-token.ts";
import { JwksServer } from "./jwks-server.ts";

export type Hostile = Readonly<{
  name: string;
  token: string;
  reason: TokenErrorReason;
  /** Where we are stricter than jose, which takes the token. */
  joseAccepts: boolean;
}>;

/** A table in which no row hides another. */
export class HostileTokens {
  readonly rows: Hostile[] = [];

  add(reason: TokenErrorReason, name: string, token: string, joseAccepts = false): void {
    const twin = this.rows.find((row) => row.name === name || row.token === token);
    if (twin) throw new Error(`${name} stands in the table as ${twin.name}`);
    this.rows.push({ name, token, reason, joseAccepts });
  }
}

const server = new JwksServer(ours);
export const verifier = createVerifier({ baseUrl, project: "demo", fetch: server.fetch, now: () => now });

/** Why our verifier refuses the token. */
export async function ourReason(token: string): Promise<TokenErrorReason | "accepted"> {
  try {
    await verifier.verify(token);
    return "accepted";
  } catch (error) {
    if (error instanceof TokenError) return error.reason;
    throw error;
  }
}

/** What jose says with everything switched on that it can check. */
export async function joseAccepts(token: string): Promise<boolean> {
  const keys = createLocalJWKSet({ keys: [ours.jwk] });
  const options = {
    algorithms: ["ES256"],
    issuer,
    audience: "demo",
    typ: "JWT",
    requiredClaims: ["sub", "iat", "exp", "sid", "email_verified", "claims"],
    clockTolerance: 5,
    currentDate: new Date(now),
  };
  return jwtVerify(token, keys, options).then(
    () => true,
    () => false,
  );
}
