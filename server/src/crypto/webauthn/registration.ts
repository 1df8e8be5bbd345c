import {
  type AttestedCredential,
  type AuthenticatorData,
  type AuthenticatorState,
  checkPresence,
  checkRpIdHash,
  checkVerified,
  readAuthenticatorData,
} from "./authenticator-data.ts";
import { readCbor } from "./cbor.ts";
import { type ClientData, checkClientData, readClientData } from "./client-data.ts";
import { type Algorithm, checkCoseKey } from "./cose-key.ts";
import { readCredentialJson } from "./credential-json.ts";
import { bytesMember, type JsonObject } from "./json-object.ts";
import { WebAuthnError } from "./webauthn-error.ts";

/** A new passkey as the client sent it. Nobody has checked yet for whom it was made: `checkRegistration` does. */
export type Registration = Readonly<{
  clientData: ClientData;
  algorithm: Algorithm;
  transports: readonly string[];
}> &
  AttestedCredential &
  Pick<AuthenticatorData, "flags" | "rpIdHash" | "signCount">;

const MAX_TRANSPORTS = 10;
const transportName = /^[a-z0-9-]{1,32}$/;
/** RFC 8809: printable ASCII without quotes and backslashes. */
const formatName = /^[\x21\x23-\x5b\x5d-\x7e]{1,32}$/;

/** Reads the credential of `navigator.credentials.create()`. The caller finds the challenge in `clientData`. */
export function readRegistration(json: string): Registration {
  const { credentialId, response } = readCredentialJson(json);
  const clientData = readClientData(bytesMember(response, "clientDataJSON"));
  const data = readAuthenticatorData(authenticatorDataOf(bytesMember(response, "attestationObject")));
  const { attestedCredential, flags, rpIdHash, signCount } = data;
  if (attestedCredential === undefined) throw new WebAuthnError("no attested credential");
  if (!attestedCredential.credentialId.equals(credentialId))
    throw new WebAuthnError("another credential is attested");
  const algorithm = checkCoseKey(attestedCredential.publicKey);
  return {
    ...attestedCredential,
    clientData,
    algorithm,
    transports: transportsOf(response),
    flags,
    rpIdHash,
    signCount,
  };
}

/**
 * Whether the passkey was made for us and by a verified user. It does not prove that the sender has the private key:
 * without attestation anybody may send the id and the key of another's passkey. So the caller refuses known ids.
 *
 * User verification is checked last, so that its reason in the log means that everything else was right.
 */
export function checkRegistration(
  registration: Registration,
  expected: { rpId: string; origins: readonly string[] },
): AuthenticatorState {
  const { clientData, flags, signCount } = registration;
  checkClientData(clientData, { type: "webauthn.create", origins: expected.origins });
  checkRpIdHash(registration, expected.rpId);
  checkPresence(flags);
  checkVerified(flags);
  return { signCount, backupEligible: flags.backupEligible, backupState: flags.backupState };
}

/**
 * We ask for no attestation, and most clients send the format `none`. Some send a statement nevertheless. It is not
 * verified and means nothing to us, so every format is as good as none.
 */
function authenticatorDataOf(attestationObject: Buffer): Buffer {
  const object = readCbor(attestationObject);
  if (!(object instanceof Map) || object.size !== 3) throw new WebAuthnError("not an attestation object");
  const [format, statement, data] = [object.get("fmt"), object.get("attStmt"), object.get("authData")];
  if (typeof format !== "string" || !formatName.test(format)) throw new WebAuthnError("fmt is not a format");
  const isStatement = statement instanceof Map || Array.isArray(statement);
  if (!isStatement) throw new WebAuthnError("attStmt is not a statement");
  if (format === "none" && !(statement instanceof Map && statement.size === 0)) {
    throw new WebAuthnError("a statement in the format none");
  }
  if (!Buffer.isBuffer(data)) throw new WebAuthnError("authData is not bytes");
  return data;
}

/** Null is the same as absent: some clients write it so. */
function transportsOf(response: JsonObject): readonly string[] {
  const transports = response.transports ?? [];
  if (!Array.isArray(transports) || transports.length > MAX_TRANSPORTS)
    throw new WebAuthnError("transports is no list");
  for (const transport of transports) {
    if (typeof transport !== "string" || !transportName.test(transport))
      throw new WebAuthnError("no such transport");
  }
  return transports;
}
