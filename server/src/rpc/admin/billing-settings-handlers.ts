import type { App } from "../../app.ts";
import { planBillingSettings } from "../../domain/billing/plan-settings.ts";
import { webhookUrls } from "../../domain/billing/webhook-urls.ts";
import { getProject } from "../../domain/projects/project-details.ts";
import { billingEtag } from "../../domain/projects/project-etag.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { adminActor } from "../context.ts";
import type { AdminBillingHandlers } from "../methods/admin-billing.ts";
import {
  decodeBillingUpdate,
  encodeBillingSettings,
  encodeStoreProducts,
} from "./encode-billing-settings.ts";
import { encodeImpact } from "./encode-impact.ts";

export function billingSettingsHandlers(app: App): AdminBillingHandlers {
  return {
    async getBillingSettings(request) {
      const project = await getProject(app, request.project);
      return {
        settings: encodeBillingSettings(project),
        storeProducts: encodeStoreProducts(project),
        etag: billingEtag(project),
      };
    },

    async updateBillingSettings(request, context) {
      const update = request.settings ? decodeBillingUpdate(request.settings) : {};
      const project = await updateProject(app, adminActor(context), request.project, {
        ...update,
        billingEtag: request.etag,
      });
      return {
        settings: encodeBillingSettings(project),
        changedFields: project.changedFields,
        etag: billingEtag(project),
      };
    },

    async planBillingSettings(request, context) {
      const update = request.settings ? decodeBillingUpdate(request.settings) : {};
      const by = adminActor(context);
      const plan = await planBillingSettings(app, by, request.project, update, !request.withoutUrls);
      return {
        settings: encodeBillingSettings(plan.project),
        storeProducts: encodeStoreProducts(plan.project),
        changedFields: [...plan.changedFields],
        ...(plan.urls && { urls: plan.urls }),
        secretsToMake: [...plan.secretsToMake],
        impacts: plan.impacts.map(encodeImpact),
        etag: plan.etag,
      };
    },

    async getWebhookUrls(request, context) {
      return webhookUrls(app, adminActor(context), request.project);
    },
  };
}
