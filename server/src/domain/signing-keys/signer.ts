import type { DecodedJwt, JwtPayload } from "../../crypto/es256.ts";
import type { SigningKey } from "../../storage/db.ts";
import type { PrivateKey } from "../../storage/token-holders.ts";

export type PublicKey = Pick<SigningKey, "kid" | "publicJwk">;

/** A decoded token with its text, and the id of the key that has verified its signature before. */
export type SeenToken = DecodedJwt & Readonly<{ text: string; verifiedBy: string | undefined }>;

/**
 * Signs and verifies with keys that the caller has just read from the database, so that a key that was rotated or reset
 * on another replica is no longer used. Only parsed keys are cached.
 */
export type Signer = {
  sign: (key: PrivateKey, payload: JwtPayload) => string;
  /** Like `decodeJwt`. A token that `verify` has accepted before is not decoded again. */
  decode: (token: string) => SeenToken | undefined;
  verify: (key: PublicKey, token: SeenToken) => boolean;
};
