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
  checkKeys(text);
  return value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** In valid JSON, only a key is a string before a colon. */
const keysAndBraces = /("[^"\\]*(?:\\.[^"\\]*)*")([ \t\r\n]*:)?|[{}]/g;

function checkKeys(json: string): void {
  const open: Set<unknown>[] = [];
  for (const [token, string, colon] of json.matchAll(keysAndBraces)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (string !== undefined && colon !== undefined) {
      const keys = open.at(-1);
      const key: unknown = JSON.parse(string);
      if (keys?.has(key)) throw new WebAuthnError("the JSON has a key twice");
      keys?.add(key);
    }
  }
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
