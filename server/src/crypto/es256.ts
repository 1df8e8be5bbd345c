import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { decodeBase64url } from "./base64url.ts";

/** A key as a JWKS lists it. */
export type PublicJwk = {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
  /** RFC 7638 thumbprint. */
  kid: string;
  alg: "ES256";
  use: "sig";
};

export type SigningKeyPair = { kid: string; privateKeyPem: string; publicJwk: PublicJwk };

export type JwtPayload = Record<string, unknown>;

/** A token with the right shape. It proves nothing before `verifyEs256` says so. */
export type DecodedJwt = {
  header: { alg: "ES256"; typ: "JWT"; kid: string };
  payload: JwtPayload;
  signingInput: string;
  signature: Buffer;
};

/** Longer tokens are refused unread. */
export const maxJwtLength = 8192;

export function newSigningKeyPair(): SigningKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // RFC 7638: the required members only, in this order, without spaces.
  const kid = hash("sha256", JSON.stringify({ crv: "P-256", kty: "EC", x, y }), "base64url");
  return {
    kid,
    privateKeyPem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicJwk: { kty: "EC", crv: "P-256", x, y, kid, alg: "ES256", use: "sig" },
  };
}

/** Parses once what `signEs256` then uses many times. */
export function loadPrivateKey(pem: string): KeyObject {
  return createPrivateKey(pem);
}

/** PKCS#8 as Apple gives it out: not another curve, not the older SEC 1 form, not encrypted. */
export function isP256PrivateKey(pem: string): boolean {
  if (!/^\s*-----BEGIN PRIVATE KEY-----\s/.test(pem)) return false;
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

export function publicKeyPem(jwk: PublicJwk): string {
  return loadPublicKey(jwk).export({ format: "pem", type: "spki" }).toString();
}

/** Parses once what `verifyEs256` then uses many times. */
export function loadPublicKey(jwk: PublicJwk): KeyObject {
  return createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }, format: "jwk" });
}

export function signEs256(privateKey: KeyObject, kid: string, payload: JwtPayload): string {
  const signingInput = `${headerText(kid)}.${encodeJson(payload)}`;
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign("sha256", Buffer.from(signingInput, "latin1"), key);
  return `${signingInput}.${signature.toString("base64url")}`;
}

/** Reads a token as `signEs256` writes it, or returns undefined when anything about it is different. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  if (token.length > maxJwtLength) return undefined;
  const [head, payloadText, signatureText, ...rest] = token.split(".", 4);
  if (head === undefined || payloadText === undefined || signatureText === undefined || rest.length > 0) {
    return undefined;
  }

  const header = knownHeaders.get(head) ?? decodeHeader(head);
  const payload = decodeJson(payloadText);
  const signature = decodeBase64url(signatureText);
  if (header === undefined || payload === undefined || signature === undefined) return undefined;
  return { header, payload, signingInput: `${head}.${payloadText}`, signature };
}

export function verifyEs256(publicKey: KeyObject, { signingInput, signature }: DecodedJwt): boolean {
  if (signature.length !== 64) return false;
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  return verify("sha256", Buffer.from(signingInput, "latin1"), key, signature);
}

const KNOWN_HEADERS = 1000;

/** The headers that we wrote. All tokens of a key begin with the same one. */
const knownHeaders = new Map<string, DecodedJwt["header"]>();
const headerTexts = new Map<string, string>();

function headerText(kid: string): string {
  let text = headerTexts.get(kid);
  if (text === undefined) {
    const header = { alg: "ES256", typ: "JWT", kid } as const;
    text = encodeJson(header);
    if (headerTexts.size >= KNOWN_HEADERS) {
      headerTexts.clear();
      knownHeaders.clear();
    }
    headerTexts.set(kid, text);
    knownHeaders.set(text, header);
  }
  return text;
}

const thumbprint = /^[A-Za-z0-9_-]{43}$/;

/**
 * Only our three members, so no header can choose another algorithm or key or switch on an extension
 * (`crit`, `b64`, `jwk`, `jku`, `x5u`, `x5c`, ...).
 */
function decodeHeader(text: string): DecodedJwt["header"] | undefined {
  const members = decodeJson(text);
  if (members === undefined || Object.keys(members).length !== 3) return undefined;
  const { alg, typ, kid } = members;
  if (alg !== "ES256" || typ !== "JWT" || typeof kid !== "string" || !thumbprint.test(kid)) return undefined;
  return { alg, typ, kid };
}

/** U+0000 as `encodeJson` writes it. A literal backslash before `u0000` is written as two. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Accepts only what `encodeJson` writes: writing the value again must give the same text. That excludes
 * duplicate keys, spaces, escapes, bytes that are not UTF-8, or another spelling of the base64url.
 * U+0000 is refused because PostgreSQL cannot store it in text; no token of ours has it.
 */
function decodeJson(text: string): JwtPayload | undefined {
  try {
    const json = Buffer.from(text, "base64url").toString("utf8");
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) && encodeJson(value) === text && !NUL.test(json) ? value : undefined;
  } catch {
    return undefined; // not JSON, or nested too deeply to be written again
  }
}

function encodeJson(value: JwtPayload): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
}

function isJsonObject(value: unknown): value is JwtPayload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
