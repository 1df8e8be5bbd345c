import { putBillingStore } from "../../../storage/billing-stores.ts";
import { takeLease } from "../../../storage/leases.ts";
import { transact } from "../../../storage/transact.ts";
import { recordEvent, systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import type { StoreApp } from "../store-adapter.ts";

const DAY_MS = 86_400_000;

/**
 * Stripe's key may not look at payments: whoever paid has access, and whoever got the money back has it, too.
 * The operator sees it in the store's status at any time, in log and events once a day.
 */
export async function reportUnknownRefunds(
  app: Pick<StoreApp, "clock" | "db" | "log" | "newId">,
  { id: projectId, slug }: Pick<Project, "id" | "slug">,
  permission: string,
): Promise<void> {
  const now = app.clock();
  const lastError = `refunds are unknown: the key lacks ${permission || "a permission to read payments"}`;
  const isFirst = await transact(app, async (app) => {
    await putBillingStore(app.db, projectId, "stripe", { lastErrorAt: now, lastError });
    if (!(await takeLease(app.db, `refunds-unknown:${projectId}`, app.newId(), now, now + DAY_MS)))
      return false;
    const data = { store: "stripe", permission };
    await recordEvent(app, { kind: "billing.refunds_unknown", projectId, by: systemActor, data });
    return true;
  });
  if (isFirst) app.log("warn", "refunds at Stripe are unknown", { project: slug, detail: lastError });
}
