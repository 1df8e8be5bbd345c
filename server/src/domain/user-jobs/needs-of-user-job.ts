import type { UserJobAction } from "../../storage/db.ts";
import type { Needs } from "../admins/rights.ts";

/** As the calls that do the same to one user. */
export function needsOfUserJob(action: UserJobAction | undefined): Needs {
  return action === "delete" ? "administrator:write" : "support:write";
}
