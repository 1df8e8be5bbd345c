import { decodeBase64url } from "../base64url.ts";
import { WebAuthnError } from "./webauthn-error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a JSON object in which no object has a key twice, so that no two readers can see different values. */
export function parseJsonObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WebAuthnError("not JSON");
  }
  if (!isJsonObject(value)) throw new WebAuthnError("the JSON is not an object");
  checkKeys(text, value);
  return value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const strings = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
const colon = /:/g;

/** In valid JSON, each key has a colon, and no other colon is outside a string. A key that stands twice is parsed once. */
function checkKeys(json: string, value: JsonObject): void {
  const written = json.replace(strings, "").match(colon)?.length ?? 0;
  if (written !== countKeys(value)) throw new WebAuthnError("the JSON has a key twice");
}

/** Not recursive: JSON may be nested more deeply than calls may. */
function countKeys(value: JsonObject): number {
  let count = 0;
  const open: object[] = [value];
  for (let object = open.pop(); object; object = open.pop()) {
    const members: unknown[] = Object.values(object);
    if (!Array.isArray(object)) count += members.length;
    for (const member of members) if (typeof member === "object" && member !== null) open.push(member);
  }
  return count;
}

export function textMember(object: JsonObject, name: string): string {
  const value = object[name];
  if (typeof value !== "string") throw new WebAuthnError(`${name} is not a text`);
  return value;
}

/** Base64url. Password managers exist that write padding; nothing else may differ from the one spelling. */
export function bytesMember(object: JsonObject, name: string): Buffer {
  const text = textMember(object, name);
  const isPadded = text.length % 4 === 0;
  const bytes = decodeBase64url(isPadded ? text.replace(/={1,2}$/, "") : text);
  if (bytes === undefined) throw new WebAuthnError(`${name} is not base64url`);
  return bytes;
}
