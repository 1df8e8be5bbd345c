import { STRIPE_KEY } from "../../src/testing/stores/stripe.ts";
import { secretOf } from "../../src/testing/stores/stripe-bench.ts";
import type { World } from "./world.ts";

/** The keys of the account at Stripe, and the events that it sends. */
export class StripeAccount {
  readonly #world: World;
  #secret: string;
  #key = STRIPE_KEY;

  constructor(world: World) {
    this.#world = world;
    this.#secret = secretOf(world.project);
  }

  async rotateKeys(): Promise<void> {
    const { stripe, now } = this.#world;
    stripe.keys.delete(this.#key);
    this.#key = `sk_test_rotated${now}`;
    this.#secret = `whsec_rotated_${now}_0123456789abcdef`;
    stripe.keys.set(this.#key, "all");
    await this.#world.change(
      {},
      { "billing.stripe.secret_key": this.#key, "billing.stripe.webhook_secret": this.#secret },
    );
  }

  /** Sends an event to where the server is now. */
  sender(type: string, object: object): () => Promise<number> {
    const event = this.#world.stripe.shop.event(type, object);
    return () => {
      const { t, project, stripe } = this.#world;
      return stripe.send(`${t.url}/webhooks/stripe/${project.slug}`, this.#secret, event);
    };
  }
}
