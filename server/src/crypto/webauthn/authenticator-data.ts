import { hash } from "node:crypto";
import { readCborAt } from "./cbor.ts";
import { WebAuthnError } from "./webauthn-error.ts";

const bits = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backupState: 0x10,
  attestedCredential: 0x40,
  extensions: 0x80,
} as const;

const HASH_BYTES = 32;
const HEADER_BYTES = HASH_BYTES + 1 + 4;
const AAGUID_BYTES = 16;
const MAX_CREDENTIAL_ID_BYTES = 1023;

export type Flags = Readonly<{
  userPresent: boolean;
  userVerified: boolean;
  backupEligible: boolean;
  backupState: boolean;
}>;

export type AttestedCredential = Readonly<{
  /** As a UUID. Without attestation it is a hint, never a reason to trust. */
  aaguid: string;
  credentialId: Buffer;
  /** COSE, as it is. */
  publicKey: Buffer;
}>;

export type AuthenticatorData = Readonly<{
  rpIdHash: Buffer;
  flags: Flags;
  signCount: number;
  /** Only in a registration. */
  attestedCredential: AttestedCredential | undefined;
}>;

/** What the caller stores or compares after a ceremony that was right. */
export type AuthenticatorState = Readonly<{
  signCount: number;
  backupEligible: boolean;
  backupState: boolean;
}>;

export function readAuthenticatorData(bytes: Buffer): AuthenticatorData {
  if (bytes.length < HEADER_BYTES) throw new WebAuthnError("the authenticator data is cut short");
  const byte = bytes.readUInt8(HASH_BYTES);
  const isSet = (bit: number): boolean => (byte & bit) !== 0;

  const attested = isSet(bits.attestedCredential) ? readAttestedCredential(bytes, HEADER_BYTES) : undefined;
  let end = attested?.end ?? HEADER_BYTES;
  if (isSet(bits.extensions)) {
    const extensions = readCborAt(bytes, end);
    if (!(extensions.value instanceof Map)) throw new WebAuthnError("the extensions are not a map");
    end = extensions.end;
  }
  if (end !== bytes.length) throw new WebAuthnError("bytes after the authenticator data");

  return {
    rpIdHash: bytes.subarray(0, HASH_BYTES),
    flags: {
      userPresent: isSet(bits.userPresent),
      userVerified: isSet(bits.userVerified),
      backupEligible: isSet(bits.backupEligible),
      backupState: isSet(bits.backupState),
    },
    signCount: bytes.readUInt32BE(HASH_BYTES + 1),
    attestedCredential: attested?.value,
  };
}

function readAttestedCredential(bytes: Buffer, at: number): { value: AttestedCredential; end: number } {
  const idStart = at + AAGUID_BYTES + 2;
  if (bytes.length < idStart) throw new WebAuthnError("the attested credential is cut short");
  const idLength = bytes.readUInt16BE(at + AAGUID_BYTES);
  const keyStart = idStart + idLength;
  checkCredentialIdLength(idLength);
  if (bytes.length < keyStart) throw new WebAuthnError("the credential id is cut short");
  const { end } = readCborAt(bytes, keyStart);
  const hex = bytes.toString("hex", at, at + AAGUID_BYTES);
  return {
    value: {
      aaguid: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
      credentialId: bytes.subarray(idStart, keyStart),
      publicKey: bytes.subarray(keyStart, end),
    },
    end,
  };
}

export function checkCredentialIdLength(length: number): void {
  if (length === 0 || length > MAX_CREDENTIAL_ID_BYTES)
    throw new WebAuthnError("the credential id has a wrong length");
}

export function checkRpIdHash(data: Pick<AuthenticatorData, "rpIdHash">, rpId: string): void {
  if (!data.rpIdHash.equals(hash("sha256", rpId, "buffer"))) throw new WebAuthnError("the RP ID is another");
}

/** A passkey that cannot be backed up cannot be backed up now. */
export function checkPresence({ userPresent, backupEligible, backupState }: Flags): void {
  if (!userPresent) throw new WebAuthnError("the user was not present");
  if (backupState && !backupEligible) throw new WebAuthnError("a backup without being eligible for one");
}

export function checkVerified({ userVerified }: Flags): void {
  if (!userVerified) throw new WebAuthnError("the user was not verified");
}
