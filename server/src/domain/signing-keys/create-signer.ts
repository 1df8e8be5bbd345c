import type { KeyObject } from "node:crypto";
import {
  type DecodedJwt,
  decodeJwt,
  loadPrivateKey,
  loadPublicKey,
  type PublicJwk,
  signEs256,
  verifyEs256,
} from "../../crypto/es256.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { SecretBox } from "../../crypto/secret-box.ts";
import type { PrivateKey } from "../../storage/token-holders.ts";
import { signingKeyPlace } from "./new-signing-key.ts";
import type { PublicKey, SeenToken, Signer } from "./signer.ts";

/** Of a token that is remembered nobody needs the signature again: by another key it is not good. */
const NOTHING_TO_VERIFY = { signingInput: "", signature: Buffer.alloc(0) };

const REMEMBERED_KEYS = 1000;
/** Of all tokens together: some ten thousand. */
const REMEMBERED_CHARACTERS = 6_000_000;

export function createSigner(secretBox: SecretBox): Signer {
  const privateKeys = remembered((key: PrivateKey) =>
    loadPrivateKey(secretBox.open(key.privateKeySealed, signingKeyPlace(key.projectId, key.kid))),
  );
  const publicKeys = remembered((key: PublicKey) => loadPublicKey(JSON.parse(key.publicJwk) as PublicJwk));
  return {
    sign: (key, payload) => signEs256(privateKeys(key), key.kid, payload),
    ...rememberingVerifier((key, token) => verifyEs256(publicKeys(key), token)),
  };
}

/**
 * A phone shows the same token many times in its 15 minutes. What is remembered is that its signature by
 * this key is good, by the hash of all of it; whether the key and the session still hold is asked each time.
 */
function rememberingVerifier(
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
