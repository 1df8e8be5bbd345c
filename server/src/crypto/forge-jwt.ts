import { type KeyObject, sign } from "node:crypto";
import { decodeJwt, loadPrivateKey, loadPublicKey, newSigningKeyPair, verifyEs256 } from "./es256.ts";

// For tests only: builds tokens that are wrong in exactly one way.

const pair = newSigningKeyPair();
const privateKey = loadPrivateKey(pair.privateKeyPem);

export const publicJwk = pair.publicJwk;
export const publicKey = loadPublicKey(publicJwk);
export const goodHeader = { alg: "ES256", typ: "JWT", kid: pair.kid };
export const goodPayload = { sub: "u1", exp: 4_000_000_000 };

export const encode = (part: string | Buffer) => Buffer.from(part).toString("base64url");
export const json = (value: unknown) => encode(JSON.stringify(value));

export function signature(
  input: string,
  key: KeyObject = privateKey,
  digest: string | null = "sha256",
): Buffer {
  return sign(digest, Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
}

export function derSignature(input: string): Buffer {
  return sign("sha256", Buffer.from(input), { key: privateKey, dsaEncoding: "der" });
}

/** A token with these two segments and a valid signature, so that only the segments can be wrong. */
export function genuine(header: string, payload: string): string {
  return `${header}.${payload}.${encode(signature(`${header}.${payload}`))}`;
}

export const withHeader = (header: unknown) => genuine(json(header), json(goodPayload));
export const withRawHeader = (text: string | Buffer) => genuine(encode(text), json(goodPayload));
export const withRawPayload = (text: string | Buffer) => genuine(json(goodHeader), encode(text));

export function withSignature(change: (good: Buffer) => Buffer | string): string {
  const input = `${json(goodHeader)}.${json(goodPayload)}`;
  return `${input}.${encode(change(signature(input)))}`;
}

/** A token with a valid payload, the valid header changed by `header`, signed with another key. */
export function signedBy(key: KeyObject, header: object = {}, digest: string | null = "sha256"): string {
  const input = `${json({ ...goodHeader, ...header })}.${json(goodPayload)}`;
  return `${input}.${encode(signature(input, key, digest))}`;
}

export function isAccepted(token: string): boolean {
  const decoded = decodeJwt(token);
  return decoded !== undefined && verifyEs256(publicKey, decoded);
}
