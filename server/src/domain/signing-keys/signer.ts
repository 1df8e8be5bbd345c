import type { KeyObject } from "node:crypto";
import {
  beginEs256,
  type DecodedJwt,
  decodeJwt,
  type JwtPayload,
  loadPrivateKey,
  loadPublicKey,
  type PublicJwk,
  type SignAhead,
  verifyEs256,
} from "../../crypto/es256.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { SecretBox } from "../../crypto/secret-box.ts";
import type { SigningKey } from "../../storage/db.ts";
import type { PrivateKey } from "../../storage/token-holders.ts";
import { sealedPlace } from "./new-signing-key.ts";

type PublicKey = Pick<SigningKey, "kid" | "publicJwk">;

/** A decoded token with its hash, and the id of the key that has verified its signature before. */
export type SeenToken = DecodedJwt & Readonly<{ hash: string; verifiedBy: string | undefined }>;

/** Stands for the signature of a cached token, which is not verified again. No other key verifies it. */
const NOTHING_TO_VERIFY = { signingInput: "", signature: Buffer.alloc(0) };

/**
 * Signs and verifies with keys that the caller has just read from the database, so that a key that was rotated or reset
 * on another replica is no longer used. Only parsed keys are cached.
 */
export type Signer = {
  /** Begins to sign. Call the function that it returns when the token is needed. */
  begin: (key: PrivateKey, payload: JwtPayload) => () => string;
  /** Like `decodeJwt`. A token that `verify` has accepted before is not decoded again. */
  decode: (token: string) => SeenToken | undefined;
  verify: (key: PublicKey, token: SeenToken) => boolean;
};

const REMEMBERED_KEYS = 1000;
/** The length of all cached tokens together: some ten thousand tokens. */
const REMEMBERED_CHARACTERS = 6_000_000;

export function createSigner(secretBox: SecretBox, ahead?: SignAhead): Signer {
  const privateKeys = cached((key: PrivateKey) =>
    loadPrivateKey(secretBox.open(key.privateKeySealed, sealedPlace(key.projectId, key.kid))),
  );
  const publicKeys = cached((key: PublicKey) => loadPublicKey(JSON.parse(key.publicJwk) as PublicJwk));
  return {
    begin: (key, payload) => beginEs256(privateKeys(key), key.kid, payload, ahead),
    ...cachingVerifier((key, token) => verifyEs256(publicKeys(key), token)),
  };
}

/**
 * A client sends the same token many times in its 15 minutes. The cache holds which key has verified the signature, by
 * the hash of the whole token. Whether the key and the session are still valid is checked each time.
 */
function cachingVerifier(
  verify: (key: PublicKey, token: DecodedJwt) => boolean,
): Pick<Signer, "decode" | "verify"> {
  const good = new Map<string, SeenToken>();
  let characters = 0;
  const remember = ({ hash, header, payload, signingInput }: SeenToken, verifiedBy: string): void => {
    characters += signingInput.length;
    if (characters > REMEMBERED_CHARACTERS) {
      good.clear();
      characters = signingInput.length;
    }
    good.set(hash, { hash, header, payload, ...NOTHING_TO_VERIFY, verifiedBy });
  };
  return {
    decode(token) {
      const hash = hashToken(token);
      const known = good.get(hash);
      if (known) return known;
      const decoded = decodeJwt(token);
      return decoded && { ...decoded, hash, verifiedBy: undefined };
    },
    verify(key, token) {
      if (token.verifiedBy === key.kid) return true;
      if (!verify(key, token)) return false;
      remember(token, key.kid);
      return true;
    },
  };
}

/** A kid is the key's own thumbprint, so it never names another key. */
function cached<K extends { kid: string }>(load: (key: K) => KeyObject): (key: K) => KeyObject {
  const loaded = new Map<string, KeyObject>();
  return (key) => {
    let found = loaded.get(key.kid);
    if (!found) {
      found = load(key);
      if (loaded.size >= REMEMBERED_KEYS) loaded.clear();
      loaded.set(key.kid, found);
    }
    return found;
  };
}
