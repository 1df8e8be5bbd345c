import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CatalogImpactSchema } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CatalogImpact } from "../../domain/billing/catalog-impacts.ts";
import { encodeStore } from "../billing/encode.ts";

export function encodeImpact(impact: CatalogImpact): MessageInitShape<typeof CatalogImpactSchema> {
  return {
    store: encodeStore(impact.store),
    storeProductId: impact.productId,
    storePlanId: impact.planId,
    count: BigInt(impact.count),
    beforeId: impact.beforeId,
    afterId: impact.afterId,
    lostEntitlements: [...impact.lost],
    gainedEntitlements: [...impact.gained],
  };
}
