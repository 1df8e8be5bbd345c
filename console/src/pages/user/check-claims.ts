import type { JsonObject } from "@bufbuild/protobuf";
import { user as text } from "../../strings/user.ts";

export const MAX_CLAIM_BYTES = 4096;
const MAX_DEPTH = 16;
const FORBIDDEN = ["__proto__", "constructor", "prototype"];

export type CheckedClaims = { bytes: number } & (
  | { claims: JsonObject; problem?: undefined }
  | { claims?: undefined; problem: string }
);

/** The rules of the server, so that most mistakes are told while typing. */
export function checkClaims(typed: string): CheckedClaims {
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch (error) {
    return { bytes: sizeOf(typed), problem: text.claimsNotJson(reasonOf(error)) };
  }
  const bytes = sizeOf(JSON.stringify(value));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { bytes, problem: text.claimsNotObject };
  }
  const problem = problemOfClaims(value);
  if (problem) return { bytes, problem };
  if (bytes > MAX_CLAIM_BYTES) return { bytes, problem: text.claimsTooLarge(bytes, MAX_CLAIM_BYTES) };
  return { bytes, claims: value as JsonObject };
}

/** As people read it, and as two versions can be compared line by line. */
export function prettyClaims(claims: JsonObject | undefined): string {
  return JSON.stringify(claims ?? {}, null, 2);
}

export function problemOfClaims(claims: object): string | undefined {
  return problemIn(claims, 1);
}

function problemIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "number" && !isKept(value)) return text.claimsNumber;
  if (typeof value === "string" && !isWellFormed(value)) return text.claimsUnicode;
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH) return text.claimsTooDeep(MAX_DEPTH);
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && FORBIDDEN.includes(key)) return text.claimsForbidden(key);
    if (!isWellFormed(key)) return text.claimsUnicode;
    const problem = problemIn(inner, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

/** Whether the number comes back as it was typed: 1e400 does not, nor a whole number beyond 2^53. */
function isKept(value: number): boolean {
  const isWholeAndLarge = Number.isInteger(value) && !Number.isSafeInteger(value);
  return Number.isFinite(value) && !Object.is(value, -0) && !isWholeAndLarge;
}

/** Half of a character cannot be written as UTF-8. */
function isWellFormed(typed: string): boolean {
  return !/\p{Surrogate}/u.test(typed);
}

function sizeOf(typed: string): number {
  return new TextEncoder().encode(typed).length;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
