import { hash, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import {
  type AuthenticatorData,
  type AuthenticatorState,
  checkPresence,
  checkRpIdHash,
  checkVerified,
  readAuthenticatorData,
} from "./authenticator-data.ts";
import { type ClientData, checkClientData, readClientData } from "./client-data.ts";
import { type Algorithm, loadCoseKey } from "./cose-key.ts";
import { readCredentialJson } from "./credential-json.ts";
import { bytesMember, type JsonObject } from "./json-object.ts";
import { WebAuthnError } from "./webauthn-error.ts";

/** A sign-in as the client sent it. It proves nothing before `checkAssertion` says so. */
export type Assertion = Readonly<{
  clientData: ClientData;
  clientDataHash: Buffer;
  credentialId: Buffer;
  /** Whose passkey it is, as the authenticator says. The signature does not cover it. */
  userHandle: Buffer | undefined;
  authenticatorData: Buffer;
  signature: Buffer;
}> &
  Pick<AuthenticatorData, "flags" | "rpIdHash" | "signCount">;

const MAX_USER_HANDLE_BYTES = 64;

/** Reads the credential of `navigator.credentials.get()`. The caller finds the challenge in `clientData`. */
export function readAssertion(json: string): Assertion {
  const { credentialId, response } = readCredentialJson(json);
  const clientDataJson = bytesMember(response, "clientDataJSON");
  const authenticatorData = bytesMember(response, "authenticatorData");
  const { attestedCredential, flags, rpIdHash, signCount } = readAuthenticatorData(authenticatorData);
  if (attestedCredential !== undefined) throw new WebAuthnError("an attested credential in an assertion");
  return {
    clientData: readClientData(clientDataJson),
    clientDataHash: hash("sha256", clientDataJson, "buffer"),
    credentialId,
    userHandle: userHandleOf(response),
    authenticatorData,
    signature: bytesMember(response, "signature"),
    flags,
    rpIdHash,
    signCount,
  };
}

/**
 * Whether the holder of the stored key signed this for us. What a falling counter means is for the caller to decide.
 *
 * User verification is checked last, so that its reason in the log means that everything else was right.
 */
export async function checkAssertion(
  assertion: Assertion,
  expected: {
    rpId: string;
    origins: readonly string[];
    /** COSE, as it was registered. */
    publicKey: Buffer;
    algorithm: number;
    backupEligible: boolean;
  },
): Promise<AuthenticatorState> {
  const { clientData, flags, signCount } = assertion;
  checkClientData(clientData, { type: "webauthn.get", origins: expected.origins });
  checkRpIdHash(assertion, expected.rpId);
  checkPresence(flags);
  if (flags.backupEligible !== expected.backupEligible)
    throw new WebAuthnError("eligibility for a backup has changed");

  const { algorithm, key } = loadCoseKey(expected.publicKey);
  if (algorithm !== expected.algorithm) throw new WebAuthnError("the stored algorithm is not the key's");
  const signed = Buffer.concat([assertion.authenticatorData, assertion.clientDataHash]);
  // OpenSSL accepts signatures of ES256 in DER only, without other spellings or bytes after them.
  if (!(await verifyInPool(digestOf(algorithm), signed, key, assertion.signature)))
    throw new WebAuthnError("the signature is wrong");
  checkVerified(flags);
  return { signCount, backupEligible: flags.backupEligible, backupState: flags.backupState };
}

/** On another thread, while this one answers others: nothing else in a sign-in takes as long. */
const verifyInPool: (
  digest: "sha256" | null,
  signed: Buffer,
  key: KeyObject,
  signature: Buffer,
) => Promise<boolean> = promisify(verify);

function digestOf(algorithm: Algorithm): "sha256" | null {
  return algorithm === -8 ? null : "sha256";
}

/** At most 64 bytes by the standard. Null and empty are the same as absent: some clients write it so. */
function userHandleOf(response: JsonObject): Buffer | undefined {
  if (response.userHandle === undefined || response.userHandle === null) return undefined;
  const handle = bytesMember(response, "userHandle");
  if (handle.length > MAX_USER_HANDLE_BYTES) throw new WebAuthnError("the user handle is too long");
  return handle.length === 0 ? undefined : handle;
}
