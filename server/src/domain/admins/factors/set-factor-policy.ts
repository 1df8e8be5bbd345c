import type { App } from "../../../app.ts";
import { AppError, invalidRequest } from "../../../errors.ts";
import { lockAdmin } from "../../../storage/admins.ts";
import type { Admin } from "../../../storage/db.ts";
import { deleteInstanceSetting, putInstanceSetting } from "../../../storage/instance-settings.ts";
import { transact } from "../../../storage/transact.ts";
import { type Actor, recordEvent } from "../../analytics/record-event.ts";
import { requireRolesKnown } from "../require-roles-known.ts";
import { holdFactorProof } from "./factor-proof.ts";
import { hasFactor } from "./factors-due.ts";
import { areFactorsRequired, POLICY_KEY } from "./factors-required.ts";

/**
 * Requires a second factor of every administrator, or does not any more. Only an owner who has one can require it:
 * somebody must be able to log in and help the others.
 */
export async function setFactorPolicy(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "upgrade">,
  admin: Pick<Admin, "id">,
  isRequired: boolean,
  by: Actor,
): Promise<void> {
  // Replicas of 0.1 would not ask for the factor.
  if (isRequired) await requireRolesKnown(app);
  await transact(app, async (app) => {
    const held = await lockAdmin(app.db, admin);
    if (!held) throw new AppError("ADMIN_UNAUTHENTICATED", "removed meanwhile");
    await holdFactorProof(app, by);
    if (isRequired && !(await hasFactor(app, admin.id))) {
      throw invalidRequest("require_factors", "needs an authenticator app or a passkey of your own first");
    }
    const wasRequired = await areFactorsRequired(app);
    if (wasRequired === isRequired) return;
    if (isRequired) await putInstanceSetting(app.db, POLICY_KEY, "true", app.clock());
    else await deleteInstanceSetting(app.db, POLICY_KEY);
    const data = { required: isRequired };
    await recordEvent(app, { kind: "admin.factor_policy_changed", projectId: null, by, data });
  });
}
