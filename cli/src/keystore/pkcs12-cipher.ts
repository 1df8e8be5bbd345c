import { createDecipheriv, pbkdf2Sync } from "node:crypto";
import { bodyOf, childrenOf, type Der, derTags, numberOf, oidOf } from "@svc/server/credentials";
import { damaged, KeystoreError, wrongPassword } from "./keystore-error.ts";
import { type DigestName, pkcs12Key, purposes } from "./pkcs12-key.ts";
import { decryptRc2 } from "./rc2.ts";

const MAX_ITERATIONS = 10_000_000;
const PBES2 = "1.2.840.113549.1.5.13";
const PBKDF2 = "1.2.840.113549.1.5.12";

/** The ciphers of PKCS #12 itself, whose keys come from its own derivation. */
const ownCiphers: Readonly<Record<string, Readonly<{ keyLength: number; isRc2: boolean }>>> = {
  "1.2.840.113549.1.12.1.3": { keyLength: 24, isRc2: false },
  "1.2.840.113549.1.12.1.5": { keyLength: 16, isRc2: true },
  "1.2.840.113549.1.12.1.6": { keyLength: 5, isRc2: true },
};

const pbes2Ciphers: Readonly<Record<string, readonly [name: string, keyLength: number]>> = {
  "2.16.840.1.101.3.4.1.2": ["aes-128-cbc", 16],
  "2.16.840.1.101.3.4.1.22": ["aes-192-cbc", 24],
  "2.16.840.1.101.3.4.1.42": ["aes-256-cbc", 32],
  "1.2.840.113549.3.7": ["des-ede3-cbc", 24],
};

const hmacDigests: Readonly<Record<string, DigestName>> = {
  "1.2.840.113549.2.7": "sha1",
  "1.2.840.113549.2.9": "sha256",
  "1.2.840.113549.2.10": "sha384",
  "1.2.840.113549.2.11": "sha512",
};

export function unsupported(what: string): KeystoreError {
  return new KeystoreError(`it is protected in a way that svc cannot read (${what})`);
}

export function iterationsOf(value: Der | undefined): number {
  const iterations = numberOf(value);
  if (iterations < 1 || iterations > MAX_ITERATIONS) throw damaged();
  return iterations;
}

/** Decrypts what an AlgorithmIdentifier says how to. A wrong password mostly shows in the padding. */
export function decryptWith(algorithm: Der | undefined, password: string, encrypted: Buffer): Buffer {
  const [id, parameters] = childrenOf(algorithm);
  const oid = oidOf(id);
  const own = ownCiphers[oid];
  if (oid === PBES2) return decryptPbes2(parameters, password, encrypted);
  if (own === undefined) throw unsupported(oid);
  const [salt, count] = childrenOf(parameters);
  const derive = (purpose: 1 | 2, length: number): Buffer =>
    pkcs12Key({
      digest: "sha1",
      password,
      salt: bodyOf(salt, derTags.octets),
      iterations: iterationsOf(count),
      purpose,
      length,
    });
  const [key, iv] = [derive(purposes.encryption, own.keyLength), derive(purposes.iv, 8)];
  return own.isRc2
    ? withoutPadding(decryptRc2(key, iv, encrypted))
    : decryptNative("des-ede3-cbc", key, iv, encrypted);
}

function decryptPbes2(parameters: Der | undefined, password: string, encrypted: Buffer): Buffer {
  const [derivation, cipher] = childrenOf(parameters);
  const [kdfId, kdfParameters] = childrenOf(derivation);
  const [cipherId, iv] = childrenOf(cipher);
  const [name, keyLength] = pbes2Ciphers[oidOf(cipherId)] ?? [];
  if (oidOf(kdfId) !== PBKDF2) throw unsupported(oidOf(kdfId));
  if (name === undefined || keyLength === undefined) throw unsupported(oidOf(cipherId));
  const [salt, count, ...rest] = childrenOf(kdfParameters);
  const prf = rest.find(({ tag }) => tag === derTags.sequence);
  const prfOid = prf === undefined ? "1.2.840.113549.2.7" : oidOf(childrenOf(prf)[0]);
  const digest = hmacDigests[prfOid];
  if (digest === undefined) throw unsupported(prfOid);
  const saltBytes = bodyOf(salt, derTags.octets);
  const key = pbkdf2Sync(password, saltBytes, iterationsOf(count), keyLength, digest);
  return decryptNative(name, key, bodyOf(iv, derTags.octets), encrypted);
}

function decryptNative(name: string, key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(name, key, iv);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    throw wrongPassword();
  }
}

/** PKCS #7: the last byte tells how many bytes of that value stand at the end. */
function withoutPadding(padded: Buffer): Buffer {
  const count = padded.at(-1) ?? 0;
  const padding = padded.subarray(-count);
  if (count < 1 || count > 8 || padding.some((byte) => byte !== count)) throw wrongPassword();
  return padded.subarray(0, padded.length - count);
}
