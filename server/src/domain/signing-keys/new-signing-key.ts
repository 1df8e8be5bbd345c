import type { App } from "../../app.ts";
import { newSigningKeyPair } from "../../crypto/es256.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { SigningKey } from "../../storage/db.ts";

/** A new key pair for the project. Call it outside the transaction, because it takes CPU time. */
export function newSigningKey(app: Pick<App, "clock" | "secretBox">, projectId: string): SigningKey {
  const pair = newSigningKeyPair();
  return {
    kid: pair.kid,
    projectId,
    publicJwk: JSON.stringify(pair.publicJwk),
    privateKeySealed: app.secretBox.seal(pair.privateKeyPem, sealedPlace(projectId, pair.kid)),
    createdAt: app.clock(),
    graceUntil: null,
  };
}

export function sealedPlace(projectId: string, kid: string): SealedPlace {
  return { table: "signing_keys", column: "private_key_sealed", project: projectId, row: kid };
}
