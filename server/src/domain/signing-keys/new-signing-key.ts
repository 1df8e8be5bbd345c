import type { App } from "../../app.ts";
import { newSigningKeyPair } from "../../crypto/es256.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { SigningKey } from "../../storage/db.ts";

/**
 * Creates the row of a new active key; the caller inserts it. Call it before the transaction, because generating a key
 * takes CPU time.
 */
export function newSigningKey(app: Pick<App, "clock" | "secretBox">, projectId: string): SigningKey {
  const pair = newSigningKeyPair();
  return {
    kid: pair.kid,
    projectId,
    publicJwk: JSON.stringify(pair.publicJwk),
    privateKeySealed: app.secretBox.seal(pair.privateKeyPem, signingKeyPlace(projectId, pair.kid)),
    createdAt: app.clock(),
    graceUntil: null, // the key is active
  };
}

/** Where the private key is stored. It can be decrypted only with the same place. */
export function signingKeyPlace(projectId: string, kid: string): SealedPlace {
  return { table: "signing_keys", column: "private_key_sealed", project: projectId, row: kid };
}
