import type { Snapshot, SubscriptionState } from "../domain/billing/snapshot.ts";
import { DAY_MS, paidMonth } from "./billing.ts";

export type Roll = (sides: number) => number;

/** Somebody's subscription from its first day on: what its store told, and what is true about it in the end. */
export type Life = Readonly<{ told: readonly Snapshot[]; truth: readonly Truth[] }>;

/** What an observer who saw everything knows about one subscription. */
export type Truth = {
  store: string;
  tierId: string;
  currency: string;
  priceMicros: number;
  /** How often a year it is paid. */
  timesAYear: number;
  isSandbox: boolean;
  isShared: boolean;
  isReplaced: boolean;
  begunAt: number;
  hadTrial: boolean;
  /** When its trial ended without a payment. */
  trialLapsedAt: number | undefined;
  paidAt: number | undefined;
  refundedAt: number | undefined;
  /** The last snapshot. */
  last: Snapshot;
};

/** What can be bought, under the ids of the catalog in `metrics.test.ts`. */
export type Offer = Readonly<{
  store: Snapshot["store"];
  productId: string;
  planId: string;
  tierId: string;
  days: number;
  timesAYear: number;
}>;

const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)] as T;

/** One customer's life until `end`. Its facts are written down as they happen, not read from snapshots. */
export class LifeWriter {
  readonly told: Snapshot[] = [];
  readonly truth: Truth[] = [];
  readonly #roll: Roll;
  readonly #end: number;
  readonly #key: string;
  #offer: Offer;
  #at: number;
  #now!: Truth;
  #subject = 0;

  constructor(roll: Roll, key: string, offer: Offer, from: number, end: number) {
    this.#roll = roll;
    this.#key = key;
    this.#offer = offer;
    this.#at = from;
    this.#end = end;
  }

  get #isOver(): boolean {
    return this.#at > this.#end;
  }

  write(): Life {
    const roll = this.#roll;
    this.#begin(roll(8) === 0, roll(8) === 0);
    const survives = roll(5) < 2 ? this.#trial() : this.#pay();
    if (survives) this.#live();
    if (!this.#isOver && roll(3) === 0 && this.#now.last.state === "expired") this.#comeBack();
    return { told: this.told, truth: this.truth };
  }

  /** Periods one after another, and what goes wrong in between. */
  #live(): void {
    while (!this.#isOver) {
      const what = this.#roll(10);
      if (what === 0) this.#cancel();
      if (what === 1) this.#refund();
      if (what < 2 || (what === 2 && !this.#failedRenewal())) return;
      if (what === 3) this.#upgrade();
      else if (what > 3) this.#renew();
    }
  }

  #begin(isSandbox: boolean, isShared: boolean): void {
    const { store, tierId, timesAYear } = this.#offer;
    this.#now = {
      ...{ store, tierId, timesAYear, isSandbox, isShared },
      currency: pick(this.#roll, ["USD", "EUR", "JPY"]),
      priceMicros: (1 + this.#roll(200)) * 490_000 + this.#roll(1_000_000),
      isReplaced: false,
      begunAt: this.#at,
      hadTrial: false,
      trialLapsedAt: undefined,
      paidAt: undefined,
      refundedAt: undefined,
      last: undefined as unknown as Snapshot,
    };
    this.truth.push(this.#now);
  }

  /** The store says something now, unless that is still to come. Returns whether it did. */
  #tell(state: SubscriptionState, changes: Partial<Snapshot>): boolean {
    if (this.#isOver) return false;
    const { currency, priceMicros, isSandbox, isShared } = this.#now;
    const { store, productId, planId } = this.#offer;
    const before = this.#now.last as Snapshot | undefined;
    const snapshot = paidMonth(this.#at, {
      ...(before ?? { startedAt: this.#at }),
      ...{ store, productId, planId, currency, priceMicros, state },
      subjectKey: `${this.#key}-${this.#subject}`,
      environment: isSandbox ? "sandbox" : "production",
      familyShared: isShared,
      takenAt: this.#at,
      replaces: [],
      ...changes,
    });
    this.told.push(snapshot);
    this.#now.last = snapshot;
    return true;
  }

  #period(days: number): Pick<Snapshot, "periodStart" | "periodEnd" | "accessUntil"> {
    const periodEnd = this.#at + days * DAY_MS;
    return { periodStart: this.#at, periodEnd, accessUntil: periodEnd };
  }

  #pay(changes: Partial<Snapshot> = {}): boolean {
    const isTold = this.#tell("active", {
      ...this.#period(this.#offer.days),
      ...{ isTrial: false, willRenew: true },
      ...changes,
    });
    if (isTold) this.#now.paidAt ??= this.#at;
    return isTold;
  }

  /** True when it becomes paid. */
  #trial(): boolean {
    const days = pick(this.#roll, [3, 7, 14]);
    this.#tell("trialing", { ...this.#period(days), isTrial: true, willRenew: true });
    this.#now.hadTrial = true;
    const end = this.#at + days * DAY_MS;
    const outcome = this.#roll(4);
    if (outcome === 0) {
      this.#at += DAY_MS;
      this.#tell("canceled", { willRenew: false });
    }
    this.#at = end;
    // Stripe calls it no trial any more once it has ended.
    const afterwards = { isTrial: this.#offer.store !== "stripe", willRenew: false };
    if (outcome === 0) {
      if (this.#tell("expired", afterwards)) this.#now.trialLapsedAt = end;
      return false;
    }
    if (outcome !== 1) return this.#pay();
    const start = this.#offer.store === "stripe" ? { periodStart: end, periodEnd: end + 30 * DAY_MS } : {};
    this.#tell("grace_period", { ...afterwards, ...start, willRenew: true, accessUntil: end + 6 * DAY_MS });
    this.#at += 3 * DAY_MS;
    if (this.#roll(2) === 0) return this.#pay();
    this.#at += 3 * DAY_MS;
    if (this.#tell("expired", { ...afterwards, accessUntil: this.#at })) this.#now.trialLapsedAt = this.#at;
    return false;
  }

  #renew(): void {
    this.#at = this.#now.last.periodEnd;
    this.#pay();
  }

  #cancel(): void {
    this.#at += DAY_MS;
    this.#tell("canceled", { willRenew: false, canceledAt: this.#at });
    this.#at = this.#now.last.periodEnd;
    // Sometimes its store has not told the end yet.
    if (this.#roll(4) > 0) this.#tell("expired", { willRenew: false });
  }

  #refund(): void {
    this.#at += DAY_MS;
    if (this.#tell("revoked", { willRenew: false })) this.#now.refundedAt = this.#at;
  }

  /** True when it recovers. */
  #failedRenewal(): boolean {
    this.#at = this.#now.last.periodEnd;
    this.#tell("grace_period", { accessUntil: this.#at + 6 * DAY_MS });
    this.#at += 4 * DAY_MS;
    if (this.#roll(2) === 0) return this.#pay();
    this.#at += 2 * DAY_MS;
    this.#tell("on_hold", { accessUntil: this.#now.last.periodEnd });
    this.#at += 10 * DAY_MS;
    this.#tell("expired", { willRenew: false, accessUntil: this.#now.last.periodEnd });
    return false;
  }

  /** Google Play replaces the purchase by another one; elsewhere it stays the same. */
  #upgrade(): void {
    this.#at += DAY_MS;
    if (this.#isOver) return;
    if (this.#offer.store !== "play_store") {
      this.#pay();
      return;
    }
    const old = this.#now;
    const { begunAt, hadTrial, paidAt } = old;
    old.isReplaced = true;
    this.#begin(old.isSandbox, old.isShared);
    Object.assign(this.#now, { begunAt, hadTrial, paidAt });
    this.#subject += 1;
    this.#pay({ replaces: [old.last.subjectKey], startedAt: this.#at });
  }

  /** Of one that ended: the App Store goes on under the same id, Google Play and Stripe sell a new one. */
  #comeBack(): void {
    this.#at += (5 + this.#roll(20)) * DAY_MS;
    if (this.#isOver) return;
    const old = this.#now;
    const isSame = this.#offer.store === "app_store";
    this.#begin(old.isSandbox, old.isShared);
    if (isSame) {
      this.truth.splice(this.truth.indexOf(old), 1);
      this.#now.last = old.last;
      this.#pay();
      return;
    }
    this.#subject += 1;
    const isReplacement = this.#offer.store === "play_store";
    old.isReplaced = isReplacement;
    this.#pay({ startedAt: this.#at, replaces: isReplacement ? [old.last.subjectKey] : [] });
  }
}
