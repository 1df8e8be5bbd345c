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
 * this key is good, by all of its text; whether the key and the session still hold is asked each time. To hash the text
 * would take a twentieth of GetMe.
 */
function rememberingVerifier(
  verify: (key: PublicKey, token: DecodedJwt) => boolean,
): Pick<Signer, "decode" | "verify"> {
  const good = new Map<string, SeenToken>();
  let characters = 0;
  const remember = ({ text, header, payload, signingInput }: SeenToken, verifiedBy: string): void => {
    characters += signingInput.length;
    if (characters > REMEMBERED_CHARACTERS) {
      good.clear();
      characters = signingInput.length;
    }
    const own = copyOf(text);
    good.set(own, { text: own, header, payload, ...NOTHING_TO_VERIFY, verifiedBy });
  };
  return {
    decode(text) {
      const known = good.get(text);
      if (known) return known;
      const decoded = decodeJwt(text);
      return decoded && { ...decoded, text, verifiedBy: undefined };
    },
    verify(key, token) {
      if (token.verifiedBy === key.kid) return true;
      if (!verify(key, token)) return false;
      remember(token, key.kid);
      return true;
    },
  };
}

/** V8 may keep a part of a text as a reference to the whole, which is a request here. */
function copyOf(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
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
