import { type KeyObject, sign } from "node:crypto";

/** A signed JWT: Google takes RS256, Apple ES256. */
export function signJwt(alg: "RS256" | "ES256", kid: string, claims: object, key: KeyObject): string {
  const signed = `${encode({ alg, typ: "JWT", kid })}.${encode(claims)}`;
  // A JWT has the two numbers of an ES256 signature side by side, not in DER.
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
