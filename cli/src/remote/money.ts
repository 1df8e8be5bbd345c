import type { MoneyAmountJson } from "@svc/proto/svc/admin/v1/billing_pb";

/** `1234.56 USD, 990 JPY`: each currency with its own digits. */
export function moneyOf(amounts: readonly MoneyAmountJson[] = []): string {
  return amounts.map(amountOf).join(", ");
}

function amountOf({ currency = "", micros = "0" }: MoneyAmountJson): string {
  return `${(Number(micros) / 1_000_000).toFixed(digitsOf(currency))} ${currency}`;
}

function digitsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2; // a code that is not one
  }
}
