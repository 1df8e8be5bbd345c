import type { App } from "../../../app.ts";
import { findInstanceSetting } from "../../../storage/instance-settings.ts";

export const POLICY_KEY = "require_admin_factors";

/** Whether every administrator needs a second factor to log in. */
export async function areFactorsRequired(app: Pick<App, "db">): Promise<boolean> {
  return (await findInstanceSetting(app.db, POLICY_KEY)) === "true";
}
