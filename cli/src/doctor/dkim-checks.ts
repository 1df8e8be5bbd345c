import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import type { Call } from "../remote/client.ts";
import { type Check, checkOf, refusedCheck } from "./check.ts";

/** Whether DNS has the records of the keys that sign emails. Nothing to say without keys: many relays sign. */
export async function dkimChecks(call: Call, { smtp }: GetInstanceResponseJson): Promise<Check[]> {
  if (!smtp?.host) return [];
  const check = checkOf("dkim", "DKIM");
  try {
    const { keys = [] } = await call("DkimService", "listDkimKeys", {});
    return await Promise.all(keys.map(({ domain = "" }) => domainCheck(call, domain)));
  } catch (error) {
    return [refusedCheck(check, error)];
  }
}

async function domainCheck(call: Call, domain: string): Promise<Check> {
  const check = checkOf("dkim", `DKIM of ${domain}`);
  try {
    const { published, detail = "", key = {} } = await call("DkimService", "checkDkimKey", { domain });
    if (published) return check.ok(detail);
    return check.failure(detail, `publish ${key.recordName} TXT "${key.recordText}"`);
  } catch (error) {
    return refusedCheck(check, error);
  }
}
