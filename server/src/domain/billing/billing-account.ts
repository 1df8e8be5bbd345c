import { randomUUID } from "node:crypto";
import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findBillingAccount, insertBillingAccount } from "../../storage/billing-accounts.ts";
import type { BillingAccountRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { keepUser } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";

/**
 * The user towards the stores, made on the first ask. The token is random and no user id: stores and
 * devices see it. Version 4, because Apple drops what is no UUID and some tools want this version.
 */
export async function billingAccountOf(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
): Promise<BillingAccountRow> {
  const found = await findBillingAccount(app.db, project.id, userId);
  if (found) return found;
  return transact(app, async (app) => {
    if (!(await keepUser(app.db, project.id, userId))) throw new AppError("NOT_FOUND", `user ${userId}`);
    await insertBillingAccount(app.db, {
      userId,
      projectId: project.id,
      purchaseToken: randomUUID(),
      stripeCustomerId: null,
      createdAt: app.clock(),
    });
    const account = await findBillingAccount(app.db, project.id, userId);
    if (!account) throw new Error("a billing account vanished in its own transaction");
    return account;
  });
}
