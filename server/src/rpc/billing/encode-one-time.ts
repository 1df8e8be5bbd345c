import type { MessageInitShape } from "@bufbuild/protobuf";
import type { OneTimeProductSchema } from "@svc/proto/svc/billing/v1/billing_pb";
import type { CatalogOneTimeProduct } from "../../domain/billing/catalog.ts";
import { oneTimeStoreProduct } from "../../domain/billing/one-time-products.ts";
import { joined, type PublicOneTimeIds } from "../../domain/billing/stores.ts";
import type { Project } from "../../domain/projects/project.ts";
import { encodeKind } from "./encode-kind.ts";

/** What users can buy once, under the ids of each store. */
export function encodeOneTimeProducts(project: Project): MessageInitShape<typeof OneTimeProductSchema>[] {
  return project.settings.billing.oneTimeProducts
    .filter(({ retired }) => !retired)
    .map((product) => encodeOneTimeProduct(project, product));
}

function encodeOneTimeProduct(
  project: Project,
  product: CatalogOneTimeProduct,
): MessageInitShape<typeof OneTimeProductSchema> {
  return {
    id: product.id,
    name: product.name,
    kind: encodeKind(product.kind),
    entitlementIds: [...product.entitlements],
    ...product.price,
    ...joined<PublicOneTimeIds>(({ name, publicOneTime }) =>
      publicOneTime(oneTimeStoreProduct(project, product, name)),
    ),
  };
}
