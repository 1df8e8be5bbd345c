import { invalidRequest } from "../../errors.ts";

const MAX_BYTES = 4096;
const MAX_DEPTH = 16;
/** Names that have altered programs that copied an object carelessly. */
const DANGEROUS = new Set(["__proto__", "constructor", "prototype"]);

/** Claims as they are stored and signed: a JSON object of bounded size and depth. */
export function requireCustomClaims(claims: unknown): string {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) {
    throw invalidRequest("custom_claims", "is not a JSON object");
  }
  checkDepth(claims, 1);
  const text = JSON.stringify(claims);
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw invalidRequest("custom_claims", `is larger than ${MAX_BYTES} bytes`);
  return text;
}

function checkDepth(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH) throw invalidRequest("custom_claims", `is nested deeper than ${MAX_DEPTH}`);
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && DANGEROUS.has(key))
      throw invalidRequest("custom_claims", `must not hold the key ${key}`);
    checkDepth(inner, depth + 1);
  }
}
