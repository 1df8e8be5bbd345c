import type { CatalogImpact } from "@svc/proto/svc/admin/v1/billing_pb";
import type { ReactNode } from "react";
import { catalog as text } from "../../strings/billing-catalog.ts";
import { storeName } from "./store-names.ts";

/** What a change of the catalog means for those who have bought something. */
export function ImpactList({ impacts }: { impacts: readonly CatalogImpact[] }): ReactNode {
  return (
    <ul className="list-disc space-y-1 pl-5 wrap-anywhere">
      {impacts.map((impact) => (
        <li key={`${impact.store} ${productOf(impact)} ${impact.beforeId} ${impact.afterId}`}>
          {text.impact(String(impact.count), productOf(impact))} ({storeName(impact.store)}):{" "}
          {changesOf(impact).join(", ")}
        </li>
      ))}
    </ul>
  );
}

function productOf({ storeProductId, storePlanId }: CatalogImpact): string {
  return [storeProductId, storePlanId].filter(Boolean).join(" · ");
}

function changesOf({ beforeId, afterId, lostEntitlements, gainedEntitlements }: CatalogImpact): string[] {
  return [
    fateOf(beforeId, afterId),
    ...(lostEntitlements.length > 0 ? [text.loses(lostEntitlements.join(", "))] : []),
    ...(gainedEntitlements.length > 0 ? [text.gains(gainedEntitlements.join(", "))] : []),
  ];
}

function fateOf(before: string, after: string): string {
  if (after === "") return text.isGone(before);
  return before === after ? text.keeps(after) : text.becomes(before, after);
}
