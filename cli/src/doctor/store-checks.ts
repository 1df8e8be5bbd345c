import type { CheckStoreRequestJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { StoreJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { Call } from "../remote/client.ts";
import { billingStoreOf } from "../stores.ts";
import { oneLine } from "../table.ts";
import { type Check, checkOf, refusedCheck } from "./check.ts";

/** The server looks at the store itself: it is the server that must reach it, with what it has stored. */
export async function storeChecks(
  call: Call,
  project: string,
  store: StoreJson,
  options: Pick<CheckStoreRequestJson, "skipProductionNotification"> = {},
): Promise<Check[]> {
  const { name: id, title } = billingStoreOf(store);
  try {
    const { checks = [] } = await call("BillingService", "checkStore", { project, store, ...options });
    return checks.map(({ name: given = "", ok = false, detail = "", remedy = "" }) => {
      const name = oneLine(given).replace(`${id}_`, "");
      const words = name.replaceAll("_", " ");
      const check = checkOf(`billing_${id}_${name.replaceAll(/\W+/g, "_")}`, `${title}: ${words}`);
      return ok ? check.ok(detail) : check.failure(detail, remedy);
    });
  } catch (error) {
    return [refusedCheck(checkOf(`billing_${id}`, title), error)];
  }
}
