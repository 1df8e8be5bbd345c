import { storeUnavailable } from "../../../errors.ts";
import type { BillingAccountRow } from "../../../storage/db.ts";
import type { StoreApp } from "../store-adapter.ts";
import { stripeCustomerOf } from "./customer.ts";
import { openPage, type PageRequest } from "./open-page.ts";

type Page = Readonly<{ id: string; url: string; customerId: string }>;

/** Undefined when Stripe does not sell it. A customer that Stripe no longer knows is replaced. */
export async function pageFor(
  app: StoreApp,
  key: string,
  account: BillingAccountRow,
  email: string | undefined,
  request: Omit<PageRequest, "customerId">,
): Promise<Page | undefined> {
  let dead: string | undefined;
  for (const _ of ["the stored one", "a new one"]) {
    const customerId = await stripeCustomerOf(app, key, account, email, dead);
    const made = await openPage(app, key, { ...request, customerId });
    if (made.kind === "page") return { ...made, customerId };
    if (made.kind === "no_price") return undefined;
    dead = customerId;
  }
  throw storeUnavailable("stripe", "Stripe does not know the customer that it has just made");
}
