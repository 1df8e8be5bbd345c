import { decodeBase64url } from "./base64url.ts";
import { TokenError } from "./token-error.ts";

/** A token with the right shape. It proves nothing before its signature was checked. */
export type ReadToken = Readonly<{
  kid: string;
  payload: Readonly<Record<string, unknown>>;
  /** The bytes under the signature. */
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}>;

/** Longer ones are refused unread; the server writes none. */
const MAX_LENGTH = 8192;
const KID = /^[\w-]{1,128}$/;

/** Members that contain a key or change the meaning of others. The server never writes them. */
const DANGEROUS = ["crit", "b64", "zip", "enc", "jwk", "jku", "x5u", "x5c"];

export function readToken(token: string): ReadToken {
  const parts = token.length > MAX_LENGTH ? [] : token.split(".", 4);
  const [headerText = "", payloadText = "", signatureText = ""] = parts;
  if (parts.length !== 3) throw malformed("it is no JWT");
  const kid = readHeader(readJson(headerText, "header"));
  const payload = readJson(payloadText, "payload");
  const signature = decodeBase64url(signatureText);
  if (signature?.length !== 64) throw malformed("its signature is not 64 bytes in base64url");
  return { kid, payload, signed: new TextEncoder().encode(`${headerText}.${payloadText}`), signature };
}

function readHeader(header: Record<string, unknown>): string {
  const { alg, typ, kid } = header;
  if (alg !== "ES256") throw new TokenError("ALGORITHM_NOT_ALLOWED", "the token is not signed with ES256");
  if (typ !== "JWT") throw malformed("its typ is not JWT");
  const dangerous = DANGEROUS.find((name) => Object.hasOwn(header, name));
  if (dangerous !== undefined) throw malformed(`its header has ${dangerous}`);
  if (typeof kid !== "string" || !KID.test(kid)) throw malformed("its kid names no key");
  return kid;
}

/**
 * Writing the value again must give the same text, as in the server's own check. That leaves no room for a
 * name that stands twice, of which two programs could read two different ones.
 */
function readJson(text: string, part: string): Record<string, unknown> {
  const bytes = decodeBase64url(text);
  if (bytes === undefined) throw malformed(`its ${part} is not base64url`);
  let json: string;
  let value: unknown;
  let rewritten: string;
  try {
    json = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(json);
    rewritten = JSON.stringify(value);
  } catch {
    throw malformed(`its ${part} is no JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || rewritten !== json) {
    throw malformed(`its ${part} is not what the server writes`);
  }
  return value as Record<string, unknown>;
}

function malformed(why: string): TokenError {
  return new TokenError("TOKEN_MALFORMED", `the token is malformed: ${why}`);
}
