/** Stripe counts these in hundredths although they have none. */
const IN_HUNDREDTHS = new Set(["ISK", "UGX"]);

/** Amounts at Stripe are whole numbers of the currency's smallest unit: cents, but yen. */
export function unitsOf(currency: string): number {
  const code = currency.toUpperCase();
  if (IN_HUNDREDTHS.has(code)) return 100;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  return 10 ** maximumFractionDigits;
}

export function microsOf(unitAmount: number, currency: string): number {
  return Math.round((unitAmount / unitsOf(currency)) * 1_000_000);
}

/** `9.99` USD is 999. Undefined when the currency has no such fraction. */
export function unitAmountOf(amount: string, currency: string): number | undefined {
  const units = Number(amount) * unitsOf(currency);
  const whole = Math.round(units);
  return Math.abs(units - whole) < 1e-6 ? whole : undefined;
}
