import type { SecondFactor } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";

/** When the user of a session last proved who they are, and with what: names of methods, separated by spaces. */
export type Authentication = Readonly<{ authenticatedAt: Millis; provenBy: string }>;

/** RFC 8176, and our own names for what it has none for. Guests have proven nothing. */
const AMR: Readonly<Record<string, readonly string[]>> = {
  password: ["pwd"],
  totp: ["otp"],
  passkey: ["pop", "user"],
  anonymous: [],
};

const FACTORS: ReadonlySet<string> = new Set<SecondFactor>(["totp", "passkey", "recovery_code"]);

/** The claims about the authentication. Only tokens of projects that use second factors have them. */
export function authenticationClaims({ authenticatedAt, provenBy }: Authentication): {
  auth_time: number;
  amr?: string[];
} {
  const amr = [...new Set(provenBy.split(" "))].flatMap((method) => AMR[method] ?? [method]);
  return {
    auth_time: Math.floor(authenticatedAt / 1000),
    ...(amr.length > 0 && { amr: hasProvenFactor({ provenBy }) ? [...amr, "mfa"] : amr }),
  };
}

/** Whether a second factor was proven. A passkey is both. */
export function hasProvenFactor({ provenBy }: Pick<Authentication, "provenBy">): boolean {
  return provenBy.split(" ").some((method) => FACTORS.has(method));
}

export function hasProven({ provenBy }: Pick<Authentication, "provenBy">, method: string): boolean {
  return provenBy.split(" ").includes(method);
}
