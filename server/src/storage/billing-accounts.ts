import type { BillingAccountRow, Db } from "./db.ts";
import { prepared } from "./prepared.ts";

/** Does nothing where the user has an account already: of two that are made at once, one stays. */
export async function insertBillingAccount(db: Db, account: BillingAccountRow): Promise<void> {
  await db
    .insertInto("billingAccounts")
    .values(account)
    .onConflict((conflict) => conflict.column("userId").doNothing())
    .execute();
}

export function findBillingAccount(
  db: Db,
  projectId: string,
  userId: string,
): Promise<BillingAccountRow | undefined> {
  return db
    .selectFrom("billingAccounts")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .executeTakeFirst();
}

const byToken = prepared((db, by: { projectId: string; purchaseToken: string }) =>
  db
    .selectFrom("billingAccounts")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("purchaseToken", "=", by.purchaseToken),
);

export async function findBillingAccountByToken(
  db: Db,
  projectId: string,
  purchaseToken: string,
): Promise<BillingAccountRow | undefined> {
  const [account] = await byToken(db, { projectId, purchaseToken });
  return account;
}

export function findBillingAccountByCustomer(
  db: Db,
  projectId: string,
  stripeCustomerId: string,
): Promise<BillingAccountRow | undefined> {
  return db
    .selectFrom("billingAccounts")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("stripeCustomerId", "=", stripeCustomerId)
    .executeTakeFirst();
}

/** Stripe no longer knows the customer. Does nothing where another one has taken its place meanwhile. */
export async function forgetStripeCustomer(
  db: Db,
  projectId: string,
  userId: string,
  stripeCustomerId: string,
): Promise<void> {
  await db
    .updateTable("billingAccounts")
    .set({ stripeCustomerId: null })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("stripeCustomerId", "=", stripeCustomerId)
    .execute();
}

/** The first customer stays. */
export async function setStripeCustomer(
  db: Db,
  projectId: string,
  purchaseToken: string,
  stripeCustomerId: string,
): Promise<void> {
  const taken = db
    .selectFrom("billingAccounts")
    .select("userId")
    .where("projectId", "=", projectId)
    .where("stripeCustomerId", "=", stripeCustomerId);
  await db
    .updateTable("billingAccounts")
    .set({ stripeCustomerId })
    .where("projectId", "=", projectId)
    .where("purchaseToken", "=", purchaseToken)
    .where("stripeCustomerId", "is", null)
    .where(({ not, exists }) => not(exists(taken)))
    .execute();
}
