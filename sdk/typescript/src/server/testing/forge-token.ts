import { generateKeyPairSync, hash, type KeyObject, sign } from "node:crypto";

// For tests only: builds tokens that are wrong in exactly one way.

export const baseUrl = "https://auth.example.com";
export const issuer = `${baseUrl}/p/demo`;
/** The moment at which the tests take place. */
export const now = Date.parse("2030-01-01T00:00:00Z");
const nowSec = now / 1000;

export type KeyPair = {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: Record<string, string>;
};

export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const kid = hash("sha256", JSON.stringify({ crv: "P-256", kty: "EC", x, y }), "base64url");
  const jwk = { kty: "EC", crv: "P-256", x, y, kid, alg: "ES256", use: "sig" };
  return { kid, privateKey, publicKey, jwk };
}

export const ours = newKeyPair();
export const header = { alg: "ES256", typ: "JWT", kid: ours.kid };
export const payload = {
  iss: issuer,
  sub: "0192f0c1-7000-7000-8000-000000000001",
  aud: "demo",
  iat: nowSec - 60,
  exp: nowSec + 840,
  sid: "0192f0c1-7000-7000-8000-000000000002",
  email: "ada@example.com",
  email_verified: true,
  claims: { role: "admin", überall: ["✓", { deep: 1 }] },
};

export const encode = (part: string | Uint8Array): string => Buffer.from(part).toString("base64url");
export const json = (value: unknown): string => encode(JSON.stringify(value));

export function signatureOf(input: string, key = ours.privateKey, digest: string | null = "sha256"): Buffer {
  return sign(digest, Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
}

/** These two segments with a genuine signature, so that only the segments can be at fault. */
export function genuine(headerText: string, payloadText: string): string {
  return `${headerText}.${payloadText}.${encode(signatureOf(`${headerText}.${payloadText}`))}`;
}

export const good = genuine(json(header), json(payload));
export const withHeader = (value: object): string => genuine(json(value), json(payload));
export const withRawHeader = (text: string | Uint8Array): string => genuine(encode(text), json(payload));
export const withRawPayload = (text: string | Uint8Array): string => genuine(json(header), encode(text));
/** A change of `undefined` takes the claim away. */
export const withClaims = (changes: object): string =>
  genuine(json(header), json({ ...payload, ...changes }));

export function withSignature(change: (good: Buffer) => string | Uint8Array): string {
  const input = `${json(header)}.${json(payload)}`;
  return `${input}.${encode(change(signatureOf(input)))}`;
}

/** Good but for what `changes` say, signed by another key. */
export function signedBy(key: KeyObject, changes: object = {}, digest: string | null = "sha256"): string {
  const input = `${json({ ...header, ...changes })}.${json(payload)}`;
  return `${input}.${encode(signatureOf(input, key, digest))}`;
}
