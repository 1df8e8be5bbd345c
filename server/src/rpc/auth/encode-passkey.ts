import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { PasskeySchema } from "@svc/proto/svc/auth/v1/passkey_pb";
import type { PasskeyRow } from "../../storage/db.ts";

/** A passkey as its user, backends and administrators see it. */
export function encodePasskey(passkey: PasskeyRow): MessageInitShape<typeof PasskeySchema> {
  const { id, name, credentialId, rpId, lastUsedAt } = passkey;
  return {
    id,
    name,
    credentialId,
    backedUp: passkey.backedUp === 1,
    createdAt: timestampFromMs(passkey.createdAt),
    ...(lastUsedAt !== null && { lastUsedAt: timestampFromMs(lastUsedAt) }),
    rpId,
  };
}
