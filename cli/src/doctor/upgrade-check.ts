import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type Check, checkOf } from "./check.ts";

/** Whether the operator still has to finish an upgrade. Undefined when there is nothing to say. */
export function upgradeCheck({ upgradeUnfinished }: GetInstanceResponseJson): Check | undefined {
  if (!upgradeUnfinished) return undefined;
  return checkOf("upgrade", "upgrade").warning(
    "the upgrade of the database is not finished: the server still writes what version 0.1 can read",
    "once all replicas run this version: svc migrate --finish",
  );
}
