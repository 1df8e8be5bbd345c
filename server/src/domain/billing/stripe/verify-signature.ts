import { createHmac, timingSafeEqual } from "node:crypto";
import type { Millis } from "../../../storage/db.ts";

/** As Stripe recommends: longer ago or further ahead, somebody may be repeating it. */
const TOLERANCE_MS = 300_000;
const MAX_SIGNATURES = 10;

/**
 * Whether one of the secrets signed the body, as the header `Stripe-Signature` says: `t=<seconds>,v1=<hex>`,
 * where several v1 may stand while a secret is being replaced.
 */
export function isSignedByStripe(
  body: Buffer,
  header: string,
  secrets: readonly string[],
  now: Millis,
): boolean {
  const parts = header.split(",").map((part) => part.trim().split("=", 2) as [string, string?]);
  const times = parts.flatMap(([name, value]) => (name === "t" && value !== undefined ? [value] : []));
  const signatures = parts.flatMap(([name, value = ""]) =>
    name === "v1" && /^[0-9a-f]{64}$/.test(value) ? [Buffer.from(value, "hex")] : [],
  );
  const [time = ""] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || signatures.length > MAX_SIGNATURES) return false;
  if (Math.abs(now - Number(time) * 1000) > TOLERANCE_MS) return false;
  return secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
    return signatures.some((signature) => timingSafeEqual(signature, expected));
  });
}
