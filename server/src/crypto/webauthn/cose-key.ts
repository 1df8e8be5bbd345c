import { createPublicKey, type KeyObject } from "node:crypto";
import { type CborMap, readCbor } from "./cbor.ts";
import { isEd25519Point } from "./ed25519-point.ts";
import { WebAuthnError } from "./webauthn-error.ts";

/** ES256, EdDSA with Ed25519, RS256: the numbers of COSE, in the order in which we offer them. */
export const algorithms = [-7, -8, -257] as const;
export type Algorithm = (typeof algorithms)[number];

const labels = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const;
const keyTypes = { okp: 1, ec2: 2, rsa: 3 } as const;
const curves = { p256: 1, ed25519: 6 } as const;

const MIN_MODULUS_BYTES = 2048 / 8;
const MAX_MODULUS_BYTES = 4096 / 8;
/** 65537. Every authenticator uses it. */
const EXPONENT = Buffer.from([1, 0, 1]);

type PublicJwk = { kty: string; crv?: string; x?: string; y?: string; n?: string; e?: string };

/** Reads a key of an offered algorithm and checks that the key itself is sound. For a key that comes from outside. */
export function checkCoseKey(bytes: Buffer): Algorithm {
  const { algorithm, jwk } = readCoseKey(bytes);
  if (algorithm === -8 && !isEd25519Point(Buffer.from(jwk.x ?? "", "base64url"))) {
    throw new WebAuthnError("the key is not a point of Ed25519");
  }
  importKey(jwk);
  return algorithm;
}

/** Reads a stored key, which was checked when it was registered. */
export function loadCoseKey(bytes: Buffer): { algorithm: Algorithm; key: KeyObject } {
  const { algorithm, jwk } = readCoseKey(bytes);
  return { algorithm, key: importKey(jwk) };
}

/** OpenSSL refuses coordinates that are not on P-256. */
function importKey(jwk: PublicJwk): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    throw new WebAuthnError("the key cannot be imported");
  }
}

function readCoseKey(bytes: Buffer): { algorithm: Algorithm; jwk: PublicJwk } {
  const map = readCbor(bytes);
  if (!(map instanceof Map)) throw new WebAuthnError("the key is not a map");
  const algorithm = map.get(labels.algorithm);
  switch (algorithm) {
    case -7:
      expectMembers(map, { count: 5, keyType: keyTypes.ec2, curve: curves.p256 });
      return {
        algorithm,
        jwk: { kty: "EC", crv: "P-256", x: coordinate(map, labels.x), y: coordinate(map, labels.y) },
      };
    case -8:
      expectMembers(map, { count: 4, keyType: keyTypes.okp, curve: curves.ed25519 });
      return { algorithm, jwk: { kty: "OKP", crv: "Ed25519", x: coordinate(map, labels.x) } };
    case -257:
      expectMembers(map, { count: 4, keyType: keyTypes.rsa });
      return { algorithm, jwk: rsaKey(map) };
    default:
      throw new WebAuthnError("the key is of an algorithm that was not offered");
  }
}

/** WebAuthn allows no optional members, so the count tells that nothing else is there. */
function expectMembers(map: CborMap, expected: { count: number; keyType: number; curve?: number }): void {
  if (map.size !== expected.count) throw new WebAuthnError("the key has other members than its type needs");
  if (map.get(labels.keyType) !== expected.keyType) throw new WebAuthnError("the key is of another type");
  if (expected.curve !== undefined && map.get(labels.curve) !== expected.curve) {
    throw new WebAuthnError("the key is on another curve");
  }
}

function coordinate(map: CborMap, label: number): string {
  const value = map.get(label);
  if (!Buffer.isBuffer(value) || value.length !== 32)
    throw new WebAuthnError("a coordinate does not have 32 bytes");
  return value.toString("base64url");
}

function rsaKey(map: CborMap): PublicJwk {
  const modulus = map.get(labels.modulus);
  const exponent = map.get(labels.exponent);
  if (!Buffer.isBuffer(modulus) || !Buffer.isBuffer(exponent))
    throw new WebAuthnError("the RSA key is incomplete");
  const [highest = 0, lowest = 0] = [modulus[0], modulus.at(-1)];
  const isLongEnough =
    modulus.length > MIN_MODULUS_BYTES || (modulus.length === MIN_MODULUS_BYTES && highest >= 0x80);
  if (!isLongEnough || modulus.length > MAX_MODULUS_BYTES)
    throw new WebAuthnError("the RSA key has a wrong size");
  if (highest === 0 || lowest % 2 === 0) throw new WebAuthnError("the RSA modulus is malformed");
  if (!exponent.equals(EXPONENT)) throw new WebAuthnError("the RSA exponent is not 65537");
  return { kty: "RSA", n: modulus.toString("base64url"), e: exponent.toString("base64url") };
}
