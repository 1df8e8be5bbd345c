import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { BillingSettings } from "../../domain/billing/billing-settings.ts";
import { processInbox } from "../../domain/billing/process-inbox.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { billingOf, SELLING } from "../billing.ts";
import type { Engine } from "../engines.ts";
import { TestApp } from "../test-app.ts";
import { STRIPE_KEY, StripeStore } from "./stripe.ts";
import type { StripeCheckout, StripeIntent, StripePrice, StripeSubscriptionThing } from "./stripe-things.ts";

/** A server, Stripe, and projects that sell their two tiers there, the lower one with a trial of a week. */
export class StripeBench {
  readonly t: TestApp;
  readonly store: StripeStore;

  private constructor(t: TestApp, store: StripeStore) {
    this.t = t;
    this.store = store;
    store.clock = t.app.clock;
  }

  static async open(engine: Engine): Promise<StripeBench> {
    const store = await StripeStore.open();
    return new StripeBench(await TestApp.open(engine, { stores: { stripe: store.url } }), store);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.store.close();
  }

  async addProject(name?: string, changes?: Partial<BillingSettings>): Promise<Project> {
    return (await this.sell(name, changes)).project;
  }

  /** With the key of its backend. */
  async sell(
    name = "Demo",
    changes: Partial<BillingSettings> = {},
  ): Promise<{ project: Project; secretKey: string }> {
    const { project, secretKey } = await this.t.addProject(name, {
      allowAnonymousSignIn: true,
      redirectOrigins: ["https://app.example.com"],
    });
    const tiers = SELLING.tiers.map((tier) => ({
      ...tier,
      products: tier.products.map(
        (product) => ({ ...product, trial: tier.id === "pro" ? "P1W" : "" }) as const,
      ),
    }));
    const stripe = { ...SELLING.stripe, enabled: true };
    const selling = await updateProject(this.t.app, systemActor, project.id, {
      settings: { billing: { ...SELLING, tiers, stripe, ...changes } },
      secrets: new Map([
        ["billing.stripe.secret_key", STRIPE_KEY],
        ["billing.stripe.webhook_secret", secretOf(project)],
      ]),
    });
    return { project: selling, secretKey };
  }

  /** What setup would have made. */
  addPrice({ slug }: Project, tier = "pro"): StripePrice {
    return this.store.shop.addPrice(`svc:${slug}:${tier}:p1m:usd`);
  }

  webhook({ slug }: Project): string {
    return `${this.t.url}/webhooks/stripe/${slug}`;
  }

  /** Somebody pays on a page, the newest unless another is given, and Stripe tells so. */
  async pay(
    project: Project,
    page: StripeCheckout | undefined = this.store.shop.checkouts.at(-1),
  ): Promise<StripeSubscriptionThing> {
    if (!page) throw new Error("there is no page to pay on");
    const bought = this.store.shop.complete(page);
    await this.tell(project, "checkout.session.completed", {
      ...{ object: "checkout.session", id: page.id, client_reference_id: page.reference },
      ...{ customer: bought.customer, subscription: bought.id },
    });
    return bought;
  }

  /** Somebody buys once on a page, the newest unless another is given, and Stripe tells so. */
  async payOnce(
    project: Project,
    status: "succeeded" | "processing" = "succeeded",
    page: StripeCheckout | undefined = this.store.shop.checkouts.at(-1),
  ): Promise<StripeIntent> {
    if (!page) throw new Error("there is no page to pay on");
    const intent = this.store.shop.completeOnce(page, status);
    await this.tell(project, "checkout.session.completed", onceSession(page, intent));
    return intent;
  }

  /** Stripe sends an event, and it is worked out. */
  async tell(project: Project, type: string, about: object): Promise<void> {
    const event = this.store.shop.event(type, about);
    const status = await this.store.send(this.webhook(project), secretOf(project), event);
    if (status !== 200) throw new Error(`the webhook answered ${status}`);
    await processInbox(this.t.app);
  }

  /** Ids of the entitlements that the user has now. */
  async active(project: Project, tokens: TokenResponse): Promise<string[]> {
    const { entitlements } = await billingOf(this.t, project, tokens).listEntitlements({});
    return entitlements.filter((one) => one.active).map(({ id }) => id);
  }
}

/** The page in an event, after somebody bought once on it. */
export function onceSession(page: Pick<StripeCheckout, "id" | "reference">, intent: StripeIntent): object {
  return {
    ...{ object: "checkout.session", id: page.id, mode: "payment", client_reference_id: page.reference },
    ...{ customer: intent.customer, subscription: null, payment_intent: intent.id },
    payment_status: intent.status === "succeeded" ? "paid" : "unpaid",
  };
}

/** With which Stripe signs what it sends to the project. */
export function secretOf({ slug }: Pick<Project, "slug">): string {
  return `whsec_of_${slug}_0123456789abcdef`;
}
