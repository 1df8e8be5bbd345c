import { setStripeCustomer } from "../../../storage/billing-accounts.ts";
import type { Project } from "../../projects/project.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StoreApp } from "../store-adapter.ts";
import { stripeKey } from "./stripe-key.ts";

/**
 * Writes into a subscription of another system whose it is, so that everything that Stripe tells about it from
 * now on names its owner. One that names an account already is left as it is.
 */
export async function markOwner(
  app: StoreApp,
  project: Project,
  { subjectKey, accountToken }: Snapshot,
  ownerToken: string | undefined,
): Promise<void> {
  if (accountToken !== null || ownerToken === undefined) return;
  const key = await stripeKey(app, project);
  const mark = { accountToken: ownerToken, projectId: project.id };
  const customer = await app.stores.stripe.markSubscription(key, subjectKey, mark);
  if (customer !== undefined) await setStripeCustomer(app.db, project.id, ownerToken, customer);
}
