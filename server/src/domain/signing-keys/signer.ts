import type { KeyObject } from "node:crypto";
import {
  type DecodedJwt,
  decodeJwt,
  type JwtPayload,
  loadPrivateKey,
  loadPublicKey,
  type PublicJwk,
  signEs256,
  verifyEs256,
} from "../../crypto/es256.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { SecretBox } from "../../crypto/secret-box.ts";
import type { SigningKey } from "../../storage/db.ts";
import { sealedPlace } from "./new-signing-key.ts";

/**
 * Signs and verifies with keys that the caller has just read from the database, so that a key that
 * was rotated or reset on another replica is not used a moment longer. Only the work of parsing
 * them is remembered.
 */
type PublicKey = Pick<SigningKey, "kid" | "publicJwk">;

export type Signer = {
  sign: (key: SigningKey, payload: JwtPayload) => string;
  /** As `decodeJwt`; a token that `verify` has found good is not decoded again. */
  decode: (token: string) => DecodedJwt | undefined;
  verify: (key: PublicKey, token: DecodedJwt) => boolean;
};

const REMEMBERED_KEYS = 1000;
/** Of all tokens together: some ten thousand. */
const REMEMBERED_CHARACTERS = 6_000_000;

export function createSigner(secretBox: SecretBox): Signer {
  const privateKeys = remembered((key: SigningKey) =>
    loadPrivateKey(secretBox.open(key.privateKeySealed, sealedPlace(key.projectId, key.kid))),
  );
  const publicKeys = remembered((key: PublicKey) => loadPublicKey(JSON.parse(key.publicJwk) as PublicJwk));
  return {
    sign: (key, payload) => signEs256(privateKeys(key), key.kid, payload),
    ...rememberingVerifier((key, token) => verifyEs256(publicKeys(key), token)),
  };
}

/**
 * A phone shows the same token many times in its 15 minutes. What is remembered is that this signature by
 * this key is good, by the hash of all of it; whether the key and the session still hold is asked each time.
 */
function rememberingVerifier(verify: Signer["verify"]): Pick<Signer, "decode" | "verify"> {
  const good = new Map<string, DecodedJwt>();
  const goodUnder = new WeakMap<DecodedJwt, string>();
  let characters = 0;
  const remember = (token: DecodedJwt): void => {
    const text = `${token.signingInput}.${token.signature.toString("base64url")}`;
    characters += text.length;
    if (characters > REMEMBERED_CHARACTERS) {
      good.clear();
      characters = text.length;
    }
    good.set(hashToken(text), token);
  };
  return {
    decode: (token) => good.get(hashToken(token)) ?? decodeJwt(token),
    verify(key, token) {
      if (goodUnder.get(token) === key.kid) return true;
      if (!verify(key, token)) return false;
      goodUnder.set(token, key.kid);
      remember(token);
      return true;
    },
  };
}

/** A kid is the key's own thumbprint, so it never names another key. */
function remembered<K extends { kid: string }>(load: (key: K) => KeyObject): (key: K) => KeyObject {
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
