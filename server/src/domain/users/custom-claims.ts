import { invalidRequest } from "../../errors.ts";

const MAX_BYTES = 4096;
const MAX_DEPTH = 16;
/** Keys that cause prototype pollution in programs that copy objects. */
const DANGEROUS = new Set(["__proto__", "constructor", "prototype"]);

/** Claims as they are stored and signed: a JSON object of bounded size and depth that JSON returns unchanged. */
export function requireCustomClaims(claims: unknown): string {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) {
    throw invalidRequest("custom_claims", "is not a JSON object");
  }
  checkValue(claims, 1);
  const text = JSON.stringify(claims);
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw invalidRequest("custom_claims", `is larger than ${MAX_BYTES} bytes`);
  return text;
}

function checkValue(value: unknown, depth: number): void {
  const problem = typeof value === "number" ? problemOfNumber(value) : problemOfText(value);
  if (problem !== undefined) throw invalidRequest("custom_claims", problem);
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH) throw invalidRequest("custom_claims", `is nested deeper than ${MAX_DEPTH}`);
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && DANGEROUS.has(key))
      throw invalidRequest("custom_claims", `must not contain the key ${key}`);
    checkValue(key, depth);
    checkValue(inner, depth + 1);
  }
}

/** JSON writes NaN and infinity as null, and -0 as 0. Large integers have already lost precision. */
function problemOfNumber(value: number): string | undefined {
  if (!Number.isFinite(value))
    return "must not contain a number that JSON cannot represent, such as NaN or 1e400";
  if (Object.is(value, -0)) return "must not contain -0";
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return "must not contain integers beyond 2^53, which lose precision; use strings instead";
  return undefined;
}

/** A lone surrogate cannot be encoded as UTF-8. */
function problemOfText(value: unknown): string | undefined {
  return typeof value === "string" && !value.isWellFormed() ? "must be valid Unicode" : undefined;
}
