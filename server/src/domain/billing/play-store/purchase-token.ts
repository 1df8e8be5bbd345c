/** Google's are about 150 characters long. */
const PURCHASE_TOKEN = /^[\w.~:-]{8,1024}$/;

export function isPurchaseToken(value: unknown): value is string {
  return typeof value === "string" && PURCHASE_TOKEN.test(value);
}
