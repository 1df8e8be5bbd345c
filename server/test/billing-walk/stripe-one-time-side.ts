import { oneTimeStoreProduct } from "../../src/domain/billing/one-time-products.ts";
import { type Dice, pick } from "../../src/testing/dice.ts";
import { onceSession } from "../../src/testing/stores/stripe-bench.ts";
import type { StripeCheckout, StripeIntent } from "../../src/testing/stores/stripe-things.ts";
import {
  type Act,
  type AppUser,
  type Customer,
  type Line,
  NEW_LINE,
  type News,
  NOTHING,
  type Side,
  Violation,
  worthOf,
} from "./model.ts";
import type { StripeAccount } from "./stripe-account.ts";
import { openPage, openPages } from "./stripe-pages.ts";
import type { World } from "./world.ts";

type Thing = { intent: StripeIntent; page: StripeCheckout };
type StripeLine = Line<Thing>;

const LASTING = "pro_lifetime";

/** What customers buy once at Stripe. */
export class StripeOneTimeSide implements Side<Thing> {
  readonly store = "stripe";
  readonly isOneTime = true;
  readonly lines: StripeLine[] = [];
  readonly #world: World;
  readonly #account: StripeAccount;

  constructor(world: World, account: StripeAccount) {
    this.#world = world;
    this.#account = account;
    const { project, stripe } = world;
    for (const product of project.settings.billing.oneTimeProducts) {
      const { productId: id = "", planId = "" } = oneTimeStoreProduct(project, product, "stripe") ?? {};
      stripe.shop.products.set(id, { id, object: "product", active: true, name: product.name, metadata: {} });
      stripe.shop.addPrice(planId, { product: id, recurring: null });
    }
  }

  async buy(customer: Customer, roll: Dice): Promise<News[] | undefined> {
    const open = openPages(this.#world, "payment");
    if (open.length > 0 && roll(4) === 0) return this.#payOn(customer, roll, pick(roll, open));
    const productId = roll(3) === 0 ? LASTING : "coins_100";
    const page = await openPage(this.#world, customer.user, productId);
    if (!page) return undefined;
    const [owned] = productId === LASTING ? this.#lasting(customer.user) : [];
    if (owned) throw new Violation(`${customer.user.name} may pay for ${owned.name} again`);
    return roll(3) > 0 ? this.#payOn(customer, roll, page) : undefined;
  }

  #payOn(customer: Customer, roll: Dice, page: StripeCheckout): News[] {
    const intent = this.#world.stripe.shop.completeOnce(page, roll(5) === 0 ? "processing" : "succeeded");
    const buyer = this.#world.users.find(({ accountToken }) => accountToken === page.metadata.svc_account);
    const line: StripeLine = {
      ...NEW_LINE,
      name: `stripe once ${this.lines.length + 1}`,
      ...{ store: this.store, isOneTime: true, customer, buyer, thing: { intent, page } },
    };
    this.lines.push(line);
    const what = `bought by ${buyer?.name}: ${productOf(line)}, ${intent.status}`;
    return [this.#news(line, what, "checkout.session.completed", onceSession(page, intent))];
  }

  readonly acts: Readonly<Record<string, Act<Thing>>> = {
    "payment of a bank": (line, roll) => {
      const { intent, page } = line.thing;
      if (intent.status !== "processing") return undefined;
      const hasCome = roll(3) > 0;
      intent.status = hasCome ? "succeeded" : "requires_payment_method";
      const type = `checkout.session.async_payment_${hasCome ? "succeeded" : "failed"}`;
      return [this.#news(line, intent.status, type, onceSession(page, intent))];
    },
    refund: (line) => this.#charge(line, "charge.refunded", { refunded: true }),
    "partial refund": (line) => this.#charge(line, "charge.refunded", {}),
    "refund failed": (line) => {
      const { intent } = line.thing;
      const isAnotherPaid = line.buyer && this.#lasting(line.buyer).length > 0;
      if (!intent.refunded || (isAnotherPaid && productOf(line) === LASTING)) return undefined;
      intent.refunded = false;
      const refund = { id: "re_1", object: "refund", payment_intent: intent.id };
      return [this.#news(line, "", "refund.failed", refund)];
    },
    dispute: (line) => this.#charge(line, "charge.dispute.created", { dispute: "needs_response" }),
    "dispute decided": (line, roll) => {
      const { intent } = line.thing;
      if (intent.dispute !== "needs_response") return undefined;
      intent.dispute = pick(roll, ["won", "lost"]);
      const dispute = { id: "dp_1", object: "dispute", payment_intent: intent.id };
      return [this.#news(line, intent.dispute, "charge.dispute.closed", dispute)];
    },
  };

  dueAt(): number {
    return Number.POSITIVE_INFINITY;
  }

  due(): undefined {
    return undefined;
  }

  worth(line: StripeLine) {
    return productOf(line) === LASTING && isPaid(line) ? worthOf("pro") : NOTHING;
  }

  consumable(line: StripeLine) {
    const { intent } = line.thing;
    return productOf(line) === LASTING ? undefined : { subjectKey: intent.id, isPaid: isPaid(line) };
  }

  accountToken({ thing: { intent } }: StripeLine): string | undefined {
    return intent.metadata.svc_account;
  }

  proof(): undefined {
    return undefined;
  }

  setDown(): void {}

  async rotateKeys(): Promise<void> {}

  problems(): string[] {
    const buyers = new Set(this.lines.flatMap(({ buyer }) => buyer ?? []));
    return [...buyers].flatMap((user) => {
      const paid = this.#lasting(user).map(({ name }) => name);
      return paid.length > 1 ? [`${user.name} pays for ${paid.join(" and ")}`] : [];
    });
  }

  /** What lasts and is paid or being paid. */
  #lasting(user: AppUser): StripeLine[] {
    return this.lines.filter(
      (line) =>
        line.buyer === user &&
        productOf(line) === LASTING &&
        (isPaid(line) || line.thing.intent.status === "processing"),
    );
  }

  #charge(
    line: StripeLine,
    type: string,
    changes: Partial<Pick<StripeIntent, "refunded" | "dispute">>,
  ): News[] | undefined {
    const { intent } = line.thing;
    if (!isPaid(line) || intent.dispute) return undefined;
    Object.assign(intent, changes);
    const object = type.startsWith("charge.dispute") ? "dispute" : "charge";
    return [this.#news(line, "", type, { id: "ch_1", object, payment_intent: intent.id })];
  }

  #news(about: StripeLine, what: string, type: string, object: object): News {
    return { about, what, send: this.#account.sender(type, object) };
  }
}

function productOf({ thing: { intent } }: StripeLine): string {
  return intent.metadata.svc_product ?? "";
}

function isPaid({ thing: { intent } }: StripeLine): boolean {
  return intent.status === "succeeded" && !intent.refunded && intent.dispute !== "lost";
}
