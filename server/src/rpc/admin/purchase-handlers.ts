import type { App } from "../../app.ts";
import { listPurchases } from "../../domain/billing/list-purchases.ts";
import { refreshPurchase } from "../../domain/billing/refresh-purchase.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { ownersOf } from "../../domain/users/owners-of.ts";
import { storeNameOf } from "../billing/encode.ts";
import { encodePurchaseForAdmins } from "../billing/encode-purchase.ts";
import type { AdminBillingHandlers } from "../methods/admin-billing.ts";
import { encodeOwner } from "./encode-owner.ts";

/** The admin methods for one-time purchases. Those for subscriptions are in `billing-service.ts`. */
export function purchaseHandlers(app: App): AdminBillingHandlers {
  return {
    async listPurchases(request) {
      const project = await requireProjectNamed(app, request.project);
      const page = await listPurchases(app, project, { ...request, store: storeNameOf(request.store) });
      const owners = await ownersOf(app, project, page.items);
      const purchases = page.items.map((row) => {
        return { ...encodePurchaseForAdmins(project, row), ...encodeOwner(owners.get(row.userId)) };
      });
      return { purchases, nextPageToken: page.nextPageToken };
    },

    async refreshPurchase({ project: named, purchaseId }) {
      const project = await requireProjectNamed(app, named);
      return { purchase: encodePurchaseForAdmins(project, await refreshPurchase(app, project, purchaseId)) };
    },
  };
}
