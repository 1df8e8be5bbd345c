import { hash } from "node:crypto";
import {
  findBillingAccount,
  forgetStripeCustomer,
  setStripeCustomer,
} from "../../../storage/billing-accounts.ts";
import type { BillingAccountRow } from "../../../storage/db.ts";
import type { StoreApp } from "../store-adapter.ts";

type Account = Pick<BillingAccountRow, "userId" | "projectId" | "purchaseToken" | "stripeCustomerId">;

/**
 * The user's customer at Stripe, made before the first checkout: what is open and what is paid for is found
 * under it. `dead` is one that Stripe turned out not to know, and another takes its place.
 */
export async function stripeCustomerOf(
  app: StoreApp,
  key: string,
  account: Account,
  email: string | undefined,
  dead?: string,
): Promise<string> {
  const { projectId, userId, purchaseToken: accountToken } = account;
  if (dead !== undefined) await forgetStripeCustomer(app.db, projectId, userId, dead);
  const stored = (await findBillingAccount(app.db, projectId, userId))?.stripeCustomerId;
  if (stored) return stored;
  // Two who ask at once get the same one; the next day it would be another.
  const idempotencyKey = hash("sha256", JSON.stringify(["customer", projectId, accountToken, email, dead]));
  const made = await app.stores.stripe.createCustomer(key, {
    accountToken,
    projectId,
    email,
    idempotencyKey,
  });
  await setStripeCustomer(app.db, projectId, accountToken, made);
  return (await findBillingAccount(app.db, projectId, userId))?.stripeCustomerId ?? made;
}
