import type { StoreName } from "./stores.ts";

/** Millionths by currency. */
export type Money = ReadonlyMap<string, bigint>;

const COUNTS = [
  "active",
  "trialing",
  "inBillingRetry",
  "started",
  "activeAtStart",
  "churned",
  "trialsEnded",
  "trialsConverted",
  "refunds",
  "purchases",
] as const;

export type Counts = Record<(typeof COUNTS)[number], number>;

/** What was counted for a store and a tier. */
export type Figures = Readonly<
  Counts & { store: StoreName | ""; tierId: string; mrr: Money; refunded: Money; purchased: Money }
>;

type Amounts = "yearly" | "refunded" | "purchased";

/** Adds up figures of a store and a tier from groups of rows. */
export class FigureSum {
  readonly counts: Counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts;
  readonly #amounts: Readonly<Record<Amounts, Map<string, bigint>>> = {
    yearly: new Map(),
    refunded: new Map(),
    purchased: new Map(),
  };

  count(counts: Partial<Counts>): void {
    for (const name of COUNTS) this.counts[name] += counts[name] ?? 0;
  }

  pay(kind: Amounts, currency: string, micros: bigint): void {
    if (micros === 0n || currency === "") return;
    const sum = this.#amounts[kind];
    sum.set(currency, (sum.get(currency) ?? 0n) + micros);
  }

  include(other: FigureSum): void {
    this.count(other.counts);
    for (const kind of ["yearly", "refunded", "purchased"] as const) {
      for (const [currency, micros] of other.#amounts[kind]) this.pay(kind, currency, micros);
    }
  }

  /** Rounded once, at the end. */
  figures(store: Figures["store"], tierId: string): Figures {
    const { yearly, refunded, purchased } = this.#amounts;
    const mrr = new Map([...yearly].map(([currency, micros]) => [currency, (micros + 6n) / 12n]));
    return {
      ...this.counts,
      store,
      tierId,
      mrr: sorted(mrr),
      refunded: sorted(refunded),
      purchased: sorted(purchased),
    };
  }
}

export function isEmpty({ counts }: FigureSum): boolean {
  return COUNTS.every((name) => counts[name] === 0);
}

function sorted(money: Money): Money {
  return new Map([...money].sort(([a], [b]) => (a < b ? -1 : 1)));
}
