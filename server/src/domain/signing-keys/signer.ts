import { hash, type KeyObject } from "node:crypto";
import {
  type DecodedJwt,
  type JwtPayload,
  loadPrivateKey,
  loadPublicKey,
  type PublicJwk,
  signEs256,
  verifyEs256,
} from "../../crypto/es256.ts";
import type { SecretBox } from "../../crypto/secret-box.ts";
import type { SigningKey } from "../../storage/db.ts";
import { sealedPlace } from "./new-signing-key.ts";

/**
 * Signs and verifies with keys that the caller has just read from the database, so that a key that
 * was rotated or reset on another replica is not used a moment longer. Only the work of parsing
 * them is remembered.
 */
export type Signer = {
  sign: (key: SigningKey, payload: JwtPayload) => string;
  verify: (key: SigningKey, token: DecodedJwt) => boolean;
};

const REMEMBERED_KEYS = 1000;
const REMEMBERED_TOKENS = 20_000;

export function createSigner(secretBox: SecretBox): Signer {
  const privateKeys = remembered((key) =>
    loadPrivateKey(secretBox.open(key.privateKeySealed, sealedPlace(key.projectId, key.kid))),
  );
  const publicKeys = remembered((key) => loadPublicKey(JSON.parse(key.publicJwk) as PublicJwk));
  return {
    sign: (key, payload) => signEs256(privateKeys(key), key.kid, payload),
    verify: rememberingVerify((key, token) => verifyEs256(publicKeys(key), token)),
  };
}

/**
 * A phone shows the same token many times in its 15 minutes. What is remembered is that this signature by
 * this key is good, by the hash of all of it; whether the key and the session still hold is asked each time.
 */
function rememberingVerify(verify: Signer["verify"]): Signer["verify"] {
  const verified = new Set<string>();
  return (key, token) => {
    const id = `${key.kid} ${hash("sha256", `${token.signingInput}.${token.signature.toString("base64url")}`, "base64url")}`;
    if (verified.has(id)) return true;
    if (!verify(key, token)) return false;
    if (verified.size >= REMEMBERED_TOKENS) verified.clear();
    verified.add(id);
    return true;
  };
}

/** A kid is the key's own thumbprint, so it never names another key. */
function remembered(load: (key: SigningKey) => KeyObject): (key: SigningKey) => KeyObject {
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
