import type { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { App } from "../../app.ts";
import { billingMetrics } from "../../domain/billing/metrics.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import type { Handlers } from "../route.ts";
import { encodeMetrics } from "./encode-metrics.ts";

/** What operators look at and do for their customers. */
export function billingOperationsHandlers(app: App): Handlers<typeof BillingService> {
  return {
    async getBillingMetrics({ project: named, ...request }, { signal }) {
      const project = await requireProjectNamed(app, named);
      return encodeMetrics(await billingMetrics(app, project, request, signal));
    },
  };
}
