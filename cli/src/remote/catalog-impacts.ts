import type { CatalogImpactJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { Output } from "../output.ts";
import { wordOf } from "./enum-words.ts";
import { storeWords } from "./store-words.ts";

/** Warns about those who pay already. */
export function warnOfImpacts(output: Output, impacts: readonly CatalogImpactJson[]): void {
  for (const impact of impacts) output.warn(impactLine(impact));
}

/** For the question whether to go on; empty when nobody is affected. */
export function affectedBy(impacts: readonly CatalogImpactJson[]): string {
  const count = impacts.reduce((sum, impact) => sum + Number(impact.count ?? 0), 0);
  return count === 0 ? "" : ` This affects ${count === 1 ? "1 purchase" : `${count} purchases`}.`;
}

function impactLine(impact: CatalogImpactJson): string {
  const { storeProductId = "", storePlanId = "", count = "0", beforeId = "", afterId = "" } = impact;
  const product = [storeProductId, storePlanId].filter((part) => part !== "").join(" ");
  const who = `${count === "1" ? "1 purchase" : `${count} purchases`} of ${product} (${wordOf(storeWords, impact.store)})`;
  return `${who}: ${[fateOf(beforeId, afterId), ...listed("loses", impact.lostEntitlements), ...listed("gains", impact.gainedEntitlements)].join(", ")}`;
}

function fateOf(before: string, after: string): string {
  if (after === "") return `${before} is removed without a replacement`;
  return before === after ? `keeps ${after}` : `becomes ${after}, was ${before || "nothing"}`;
}

function listed(verb: string, ids: readonly string[] = []): string[] {
  return ids.length === 0 ? [] : [`${verb} ${ids.join(", ")}`];
}
