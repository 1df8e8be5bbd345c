import type { App } from "../../../app.ts";
import { deleteAdminChallenges } from "../../../storage/admin-mfa-challenges.ts";
import { deleteOtherAdminSessions } from "../../../storage/admin-sessions.ts";
import type { Admin } from "../../../storage/db.ts";
import { type Actor, recordEvent } from "../../analytics/record-event.ts";
import { effectiveSmtp } from "../../instance/smtp-settings.ts";
import { enqueueMail } from "../../mail/enqueue-mail.ts";

export type FactorChange = "enrolled" | "replaced" | "removed" | "codes_replaced";

const KINDS = {
  enrolled: "admin.factor_enrolled",
  replaced: "admin.factor_enrolled",
  removed: "admin.factor_removed",
  codes_replaced: "admin.recovery_codes_replaced",
} as const satisfies Record<FactorChange, string>;

/** Whether a notice would leave. Without a mail server it would only be printed. */
export async function hasMailServer(app: Pick<App, "configuredSmtp" | "db" | "secretBox">): Promise<boolean> {
  return (await effectiveSmtp(app)).source !== "console";
}

/**
 * What follows a change of an administrator's factors: open challenges are void, the other sessions end, and the
 * administrator learns of it. Call it in the transaction of the change, with the administrator locked.
 */
export async function followFactorChange(
  app: Pick<App, "clock" | "db" | "newId">,
  admin: Pick<Admin, "id" | "email">,
  {
    change,
    keptSession,
    notifies,
    by,
  }: { change: FactorChange; keptSession: string | null; notifies: boolean; by: Actor },
): Promise<void> {
  await deleteAdminChallenges(app.db, admin.id);
  await deleteOtherAdminSessions(app.db, admin.id, keptSession ?? "");
  const mail = { kind: "admin_factors_changed", recipient: admin.email, detail: change } as const;
  if (notifies) await enqueueMail(app, null, mail);
  const data = { adminId: admin.id, factor: "totp" };
  await recordEvent(app, { kind: KINDS[change], projectId: null, by, data });
}
