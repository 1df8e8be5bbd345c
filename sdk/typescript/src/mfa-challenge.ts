import { fromBase64 } from "./base64.ts";
import { type Detail, fieldsOf, utf8 } from "./error-info.ts";

/** A way to prove the second factor: a code of the authenticator app, a passkey, or one of the recovery codes. */
export type SecondFactor = "totp" | "passkey" | "recovery_code";

/** What a sign-in still needs. The token is a secret. */
export type Challenge = { token: string; factors: SecondFactor[]; expiresAt: string };

/** By their numbers in the contract. */
const FACTORS: readonly (SecondFactor | undefined)[] = [undefined, "totp", "passkey", "recovery_code"];

/** Reads svc.auth.v1.MfaChallenge (1: token, 2: factors, 3: time of expiry) out of the error of a sign-in. */
export function challengeOf(error: unknown): Challenge | undefined {
  const { details } = (error ?? {}) as { details?: Detail[] };
  const detail = details?.find?.((each) => each?.type === "svc.auth.v1.MfaChallenge");
  if (!detail) return undefined;
  const fields = fieldsOf(fromBase64(detail.value));
  const field = (wanted: number) => fields.find(([number]) => number === wanted)?.[1] ?? [];
  // A timestamp is the number of its field, seconds, the number of its field, nanoseconds.
  const [, seconds = 0, , nanos = 0] = numbersIn(field(3));
  return {
    token: utf8(field(1)),
    // A newer server may know more of them.
    factors: numbersIn(field(2)).flatMap((number) => FACTORS[number] ?? []),
    expiresAt: new Date(seconds * 1000 + nanos / 1e6).toISOString(),
  };
}

/** Numbers as protobuf writes them, one after the other: seven bits in a byte, the lowest first. */
function numbersIn(bytes: readonly number[]): number[] {
  const numbers: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte > 127) continue;
    numbers.push(value);
    value = 0;
    scale = 1;
  }
  return numbers;
}
