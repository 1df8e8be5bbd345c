import { createCheckout } from "../../src/domain/billing/stripe/checkout.ts";
import { AppError } from "../../src/errors.ts";
import type { StripeCheckout } from "../../src/testing/stores/stripe-things.ts";
import type { AppUser } from "./model.ts";
import type { World } from "./world.ts";

/** What a checkout may be refused for. */
const REFUSALS = [
  "ALREADY_PURCHASED",
  "ALREADY_SUBSCRIBED",
  "PRODUCT_RETIRED",
  "STORE_UNAVAILABLE",
  "SUBSCRIBED_IN_OTHER_STORE",
];
const URLS = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };
const DAY_S = 86_400;

/** A page on which the user can pay; undefined when the server refuses. */
export async function openPage(
  world: World,
  user: AppUser,
  productId: string,
  allowOtherStore = true,
): Promise<StripeCheckout | undefined> {
  const { t, project, stripe } = world;
  const wish = { productId, ...URLS, allowOtherStore };
  try {
    const url = await createCheckout(t.app, project, await world.signedIn(user), wish);
    return stripe.shop.checkouts.find(({ id }) => url.endsWith(id));
  } catch (error) {
    if (error instanceof AppError && REFUSALS.includes(error.reason)) return undefined;
    throw error;
  }
}

/** Those that can be paid on now. */
export function openPages({ stripe, now }: World, mode: "subscription" | "payment"): StripeCheckout[] {
  const { checkouts } = stripe.shop;
  for (const page of checkouts) {
    if (page.status === "open" && now / 1000 >= page.created + DAY_S) page.status = "expired";
  }
  return checkouts.filter((page) => page.status === "open" && page.mode === mode);
}
