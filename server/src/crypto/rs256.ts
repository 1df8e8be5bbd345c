import { type KeyObject, sign } from "node:crypto";

/** A JWT signed with RS256, as Google expects from a service account. */
export function signRs256(key: KeyObject, kid: string, claims: Readonly<Record<string, unknown>>): string {
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const input = `${encode({ alg: "RS256", typ: "JWT", kid })}.${encode(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
}
