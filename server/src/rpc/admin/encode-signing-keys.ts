import type { JsonObject, MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { SigningKeySchema, SigningKeysSchema } from "@svc/proto/svc/admin/v1/signing_key_pb";
import { type PublicJwk, publicKeyPem } from "../../crypto/es256.ts";
import type { ProjectKeys } from "../../domain/signing-keys/project-keys.ts";
import type { SigningKey } from "../../storage/db.ts";

export function encodeSigningKeys(keys: ProjectKeys): MessageInitShape<typeof SigningKeysSchema> {
  return {
    ...keys,
    active: encodeSigningKey(keys.active),
    standBy: keys.standBy && encodeSigningKey({ ...keys.standBy, graceUntil: null }),
    grace: keys.grace.map(encodeSigningKey),
  };
}

/** The public half only. */
function encodeSigningKey(key: SigningKey): MessageInitShape<typeof SigningKeySchema> {
  const publicJwk = JSON.parse(key.publicJwk) as PublicJwk & JsonObject;
  return {
    kid: key.kid,
    algorithm: publicJwk.alg,
    publicJwk,
    publicKeyPem: publicKeyPem(publicJwk),
    createdAt: timestampFromMs(key.createdAt),
    ...(key.graceUntil !== null && { expiresAt: timestampFromMs(key.graceUntil) }),
  };
}
