import { storeProduct } from "../../src/domain/billing/store-products.ts";
import { tierProductId } from "../../src/domain/billing/stripe/product-id.ts";
import { DAY_MS } from "../../src/testing/billing.ts";
import { type Dice, pick } from "../../src/testing/dice.ts";
import { storeFaults } from "../../src/testing/stores/store-fault.ts";
import type {
  StripeCheckout,
  StripePayment,
  StripePrice,
  StripeSubscriptionThing,
} from "../../src/testing/stores/stripe-things.ts";
import {
  type Act,
  type AppUser,
  type Customer,
  type Line,
  NEW_LINE,
  type News,
  NOTHING,
  type Side,
  type Tier,
  Violation,
  worthOf,
} from "./model.ts";
import type { StripeAccount } from "./stripe-account.ts";
import { openPage, openPages } from "./stripe-pages.ts";
import { beginPeriod, MONTH_S, periodOf } from "./stripe-periods.ts";
import type { World } from "./world.ts";

type StripeLine = Line<StripeSubscriptionThing>;

const OVER = ["canceled", "incomplete_expired"];
const TRIAL_S = 7 * 86_400;
/** Stripe gives up after its retries. */
const RETRY_MS = 21 * DAY_MS;

export class StripeSide implements Side<StripeSubscriptionThing> {
  readonly store = "stripe";
  readonly isOneTime = false;
  readonly lines: StripeLine[] = [];
  readonly #world: World;
  readonly #account: StripeAccount;
  readonly #tiers = new Map<string, Tier>();

  constructor(world: World, account: StripeAccount) {
    this.#world = world;
    this.#account = account;
    for (const tier of ["pro", "team"] as const) this.#addPrice(tier);
  }

  #addPrice(tier: Tier): StripePrice {
    const { project, stripe } = this.#world;
    const catalog = project.settings.billing.tiers.find(({ id }) => id === tier);
    const [product] = catalog?.products ?? [];
    if (!catalog || !product) throw new Error(`no tier ${tier}`);
    const lookupKey = storeProduct(project, catalog, product, "stripe")?.planId ?? "";
    for (const price of stripe.shop.prices.values()) {
      if (price.lookup_key === lookupKey) Object.assign(price, { lookup_key: null, active: false });
    }
    const id = tierProductId(project, catalog);
    stripe.shop.products.set(id, { id, object: "product", active: true, name: tier, metadata: {} });
    const price = stripe.shop.addPrice(lookupKey, { product: id });
    this.#tiers.set(price.id, tier);
    return price;
  }

  /** Asks for a page, and pays on it or on one that was left open. */
  async buy(customer: Customer, roll: Dice): Promise<News[] | undefined> {
    const open = openPages(this.#world, "subscription");
    if (open.length > 0 && roll(4) === 0) return this.#payOn(customer, pick(roll, open));
    const { user } = customer;
    const productId = pick(
      roll,
      this.#world.sells("team") ? ["pro_monthly", "team_monthly"] : ["pro_monthly"],
    );
    const page = await openPage(this.#world, user, productId, roll(4) > 0);
    if (!page) return undefined;
    const [running] = this.#running(user);
    if (running) throw new Violation(`${user.name} may subscribe although ${running.name} has not ended`);
    return roll(3) > 0 ? this.#payOn(customer, page) : undefined;
  }

  #payOn(customer: Customer, page: StripeCheckout): News[] {
    const { shop } = this.#world.stripe;
    const thing = shop.complete(page);
    const [item] = thing.items.data;
    if (page.trialDays && item) {
      thing.status = "trialing";
      item.current_period_end = item.current_period_start + TRIAL_S;
    }
    const buyer = this.#world.users.find(({ accountToken }) => accountToken === page.metadata.svc_account);
    const line: StripeLine = {
      ...NEW_LINE,
      name: `stripe ${this.lines.length + 1}`,
      ...{ store: this.store, customer, buyer, thing },
    };
    this.lines.push(line);
    const session = { object: "checkout.session", id: page.id, client_reference_id: page.reference };
    const about = { ...session, customer: thing.customer, subscription: thing.id };
    return [this.#news(line, `bought by ${buyer?.name}`, "checkout.session.completed", about)];
  }

  readonly acts: Readonly<Record<string, Act<StripeSubscriptionThing>>> = {
    cancel: (line) =>
      this.#if(line, ["active", "trialing"], (sub) => {
        if (sub.cancel_at_period_end) return false;
        return Boolean(Object.assign(sub, { cancel_at_period_end: true, canceled_at: this.#seconds() }));
      }),
    uncancel: (line) =>
      this.#if(line, ["active", "trialing"], (sub) => {
        if (!sub.cancel_at_period_end) return false;
        return Boolean(Object.assign(sub, { cancel_at_period_end: false, canceled_at: null }));
      }),
    "cancel at once": (line) =>
      this.#if(line, ["active", "trialing", "past_due"], (sub) => {
        this.#world.stripe.shop.end(sub, "cancellation_requested");
        return true;
      }),
    recover: (line) =>
      this.#if(line, ["past_due", "unpaid"], (sub) => {
        sub.status = "active";
        this.#world.stripe.shop.pay(sub);
        return true;
      }),
    "pause of the payments": (line) =>
      this.#if(line, ["active"], (sub) => {
        if (sub.pause_collection) return false;
        return Boolean(Object.assign(sub, { pause_collection: { resumes_at: this.#seconds() + MONTH_S } }));
      }),
    resume: (line) =>
      this.#if(line, ["active", "paused"], (sub) => {
        if (sub.status === "active" && !sub.pause_collection) return false;
        sub.pause_collection = null;
        if (sub.status !== "paused") return true;
        sub.status = "active";
        beginPeriod(sub, this.#world.now);
        this.#world.stripe.shop.pay(sub);
        return true;
      }),
    upgrade: (line) => this.#switch(line, "team"),
    downgrade: (line) => this.#switch(line, "pro"),
    refund: (line) =>
      this.#pay(line, -1, "charge.refunded", (payment) => Object.assign(payment, { refunded: true })),
    "refund of an earlier period": (line) =>
      this.#pay(line, -2, "charge.refunded", (payment) => Object.assign(payment, { refunded: true })),
    "partial refund": (line) => this.#pay(line, -1, "charge.refunded", () => {}),
    dispute: (line) =>
      this.#pay(line, -1, "charge.dispute.created", (payment) =>
        Object.assign(payment, { dispute: "needs_response" }),
      ),
    "dispute decided": (line, roll) => {
      const at = this.#payments(line).findLastIndex(({ dispute }) => dispute === "needs_response");
      const dispute = pick(roll, ["won", "lost"]);
      if (at < 0) return undefined;
      return this.#pay(line, at, "charge.dispute.closed", (payment) => Object.assign(payment, { dispute }));
    },
    "price change": (line) => {
      if (!this.#world.sells(this.#tierOf(line))) return undefined;
      this.#addPrice(this.#tierOf(line));
      return [];
    },
  };

  dueAt({ thing }: StripeLine): number {
    const { start, end } = periodOf(thing);
    if (["active", "trialing"].includes(thing.status)) return end;
    return thing.status === "past_due" ? start + RETRY_MS : Number.POSITIVE_INFINITY;
  }

  due(line: StripeLine, roll: Dice): News[] {
    const { thing } = line;
    const { shop } = this.#world.stripe;
    if (thing.cancel_at_period_end || thing.status === "past_due") {
      if (thing.status === "past_due" && roll(2) === 0) {
        thing.status = "unpaid";
        return [this.#news(line, "is unpaid", "customer.subscription.updated", thing)];
      }
      shop.end(thing, "payment_failed");
      return [this.#news(line, "ends", "customer.subscription.deleted", thing)];
    }
    if (thing.status === "trialing" && roll(4) === 0) {
      thing.status = "paused";
      return [this.#news(line, "is paused, as nobody can be charged", "customer.subscription.paused", thing)];
    }
    if (thing.pause_collection) return this.#renewUnpaid(line);
    if (roll(4) === 0) {
      beginPeriod(thing, periodOf(thing).end);
      thing.status = "past_due";
      return [this.#news(line, "fails", "customer.subscription.updated", thing)];
    }
    shop.renew(thing);
    return [this.#news(line, "renews", "customer.subscription.updated", thing)];
  }

  /** While payments are paused, Stripe bills nothing and the subscription goes on. */
  #renewUnpaid(line: StripeLine): News[] {
    const { thing } = line;
    beginPeriod(thing, periodOf(thing).end);
    if ((thing.pause_collection?.resumes_at ?? 0) <= this.#seconds()) thing.pause_collection = null;
    return [this.#news(line, "goes on unpaid", "customer.subscription.updated", thing)];
  }

  worth(line: StripeLine) {
    const { thing } = line;
    const { now, project } = this.#world;
    const { stripeGraceDays, renewalLeewayMinutes } = project.settings.billing;
    const last = this.#payments(line).at(-1);
    if (last?.refunded || last?.dispute === "lost") return NOTHING;
    const { start, end } = periodOf(thing);
    const tier = this.#tierOf(line);
    if (["active", "trialing"].includes(thing.status)) return now < end ? worthOf(tier) : NOTHING;
    const graceEnds = start + stripeGraceDays * DAY_MS;
    if (thing.status !== "past_due") return NOTHING;
    if (now < graceEnds) return worthOf(tier);
    return now < graceEnds + renewalLeewayMinutes * 60_000 ? { must: undefined, may: tier } : NOTHING;
  }

  consumable(): undefined {
    return undefined;
  }

  accountToken({ thing }: StripeLine): string | undefined {
    return thing.metadata.svc_account;
  }

  proof(): undefined {
    return undefined;
  }

  setDown(isDown: boolean): void {
    this.#world.stripe.fault = isDown ? storeFaults["answers 500"] : undefined;
  }

  rotateKeys(): Promise<void> {
    return this.#account.rotateKeys();
  }

  problems(): string[] {
    const users = new Set(this.lines.flatMap(({ buyer }) => buyer ?? []));
    return [...users].flatMap((user) => {
      const running = this.#running(user).map(({ name }) => name);
      if (user.isDeleted && running.length > 0)
        return [`${running} goes on although ${user.name} is deleted`];
      return running.length > 1 ? [`${user.name} pays for ${running.join(" and ")}`] : [];
    });
  }

  #running(user: AppUser): StripeLine[] {
    return this.lines.filter(({ buyer, thing }) => buyer === user && !OVER.includes(thing.status));
  }

  #payments({ thing }: StripeLine): StripePayment[] {
    return this.#world.stripe.shop.payments.filter(({ subscription }) => subscription === thing.id);
  }

  #tierOf({ thing }: StripeLine): Tier {
    return this.#tiers.get(thing.items.data[0]?.price.id ?? "") ?? "pro";
  }

  #seconds(): number {
    return Math.floor(this.#world.now / 1000);
  }

  #switch(line: StripeLine, tier: Tier): News[] | undefined {
    if (this.#tierOf(line) === tier || !this.#world.sells(tier)) return undefined;
    const price = [...this.#world.stripe.shop.prices.values()].find(
      ({ id, active }) => active && this.#tiers.get(id) === tier,
    );
    return this.#if(line, ["active"], ({ items }) => Boolean(Object.assign(items.data[0] ?? {}, { price })));
  }

  /** Something happens to a payment, counted from the last one when negative. */
  #pay(
    line: StripeLine,
    at: number,
    type: string,
    act: (payment: StripePayment) => void,
  ): News[] | undefined {
    const payment = this.#payments(line).at(at);
    if (!payment || payment.refunded || (at < 0 && payment.dispute) || line.thing.status === "trialing")
      return undefined;
    act(payment);
    const object = type.startsWith("charge.dispute") ? "dispute" : "charge";
    return [this.#news(line, "", type, { id: "ch_1", object, payment_intent: payment.intent })];
  }

  #if(
    line: StripeLine,
    states: readonly string[],
    act: (sub: StripeSubscriptionThing) => boolean,
  ): News[] | undefined {
    const happens = states.includes(line.thing.status) && act(line.thing);
    return happens ? [this.#news(line, "", "customer.subscription.updated", line.thing)] : undefined;
  }

  #news(about: StripeLine, what: string, type: string, object: object): News {
    return { about, what, send: this.#account.sender(type, object) };
  }
}
