import type { DecodedJwt, JwtPayload } from "../../crypto/es256.ts";
import type { SigningKey } from "../../storage/db.ts";
import type { PrivateKey } from "../../storage/token-holders.ts";

export type PublicKey = Pick<SigningKey, "kid" | "publicJwk">;

/** With the hash of its whole text, and the key that its signature was found good under before. */
export type SeenToken = DecodedJwt & Readonly<{ hash: string; goodUnder: string | undefined }>;

/**
 * Signs and verifies with keys that the caller has just read from the database, so that a key that
 * was rotated or reset on another replica is not used a moment longer. Only the work of parsing
 * them is remembered.
 */
export type Signer = {
  /** Begins to sign; what it returns ends it, when the token is needed. */
  begin: (key: PrivateKey, payload: JwtPayload) => () => string;
  /** As `decodeJwt`; a token that `verify` has found good is not decoded again. */
  decode: (token: string) => SeenToken | undefined;
  verify: (key: PublicKey, token: SeenToken) => boolean;
};
