import { SubscriptionImportOutcome } from "@svc/proto/svc/admin/v1/billing_pb";
import type { App } from "../../app.ts";
import { type ImportOutcome, importSubscriptions } from "../../domain/billing/import-subscriptions.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { storeNameOf } from "../billing/encode.ts";
import { adminActor } from "../context.ts";
import type { AdminBillingHandlers } from "../methods/admin-billing.ts";

const OUTCOMES: Readonly<Record<ImportOutcome, SubscriptionImportOutcome>> = {
  imported: SubscriptionImportOutcome.IMPORTED,
  unchanged: SubscriptionImportOutcome.UNCHANGED,
  user_unknown: SubscriptionImportOutcome.USER_UNKNOWN,
  store_unknown: SubscriptionImportOutcome.STORE_UNKNOWN,
  owned_by_other: SubscriptionImportOutcome.OWNED_BY_OTHER,
  invalid: SubscriptionImportOutcome.INVALID,
  store_unavailable: SubscriptionImportOutcome.STORE_UNAVAILABLE,
};

/** Taking over subscriptions of another system, a batch at a time. */
export function importHandlers(app: App): Pick<AdminBillingHandlers, "importSubscriptions"> {
  return {
    async importSubscriptions({ project: named, entries, dryRun }, context) {
      const project = await requireProjectNamed(app, named);
      const results = await importSubscriptions(app, project, adminActor(context), {
        entries: entries.map((entry) => ({ ...entry, store: storeNameOf(entry.store) })),
        dryRun,
      });
      return { results: results.map((result) => ({ ...result, outcome: OUTCOMES[result.outcome] })) };
    },
  };
}
