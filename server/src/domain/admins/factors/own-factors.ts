import type { App } from "../../../app.ts";
import { AppError } from "../../../errors.ts";
import { countAdminRecoveryCodes, deleteAdminRecoveryCodes } from "../../../storage/admin-recovery-codes.ts";
import type { LiveAdminSession } from "../../../storage/admin-sessions.ts";
import { deleteAdminTotp, findAdminTotp } from "../../../storage/admin-totp.ts";
import { lockAdmin } from "../../../storage/admins.ts";
import type { Admin, AdminTotpRow } from "../../../storage/db.ts";
import { transact } from "../../../storage/transact.ts";
import type { Actor } from "../../analytics/record-event.ts";
import { followFactorChange, hasMailServer } from "./changed-factors.ts";
import { holdFactorProof } from "./factor-proof.ts";
import { countUsablePasskeys, factorsDue } from "./factors-due.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";

type ChangeApp = Pick<
  App,
  "baseUrl" | "clock" | "configuredSmtp" | "db" | "newId" | "secretBox" | "wakeMailJob"
>;
type Caller = Readonly<{
  admin: Pick<Admin, "id" | "email">;
  session: Pick<LiveAdminSession, "hash">;
  by: Actor;
}>;

export type OwnFactors = Readonly<{
  totp: Pick<AdminTotpRow, "createdAt" | "lastUsedAt"> | undefined;
  recoveryCodesLeft: number;
  passkeys: number;
  isRequired: boolean;
}>;

export async function ownFactors(
  app: Pick<App, "baseUrl" | "db">,
  { id }: Pick<Admin, "id">,
): Promise<OwnFactors> {
  return {
    totp: await findAdminTotp(app.db, id),
    recoveryCodesLeft: await countAdminRecoveryCodes(app.db, id),
    passkeys: await countUsablePasskeys(app, id),
    isRequired: (await factorsDue(app, id)) !== undefined,
  };
}

/** Also removes the recovery codes. */
export async function removeTotp(app: ChangeApp, caller: Caller): Promise<void> {
  await change(app, caller, "removed", async (app, { id }) => {
    await deleteAdminTotp(app.db, id);
    await deleteAdminRecoveryCodes(app.db, id);
  });
}

export async function regenerateRecoveryCodes(app: ChangeApp, caller: Caller): Promise<string[]> {
  return change(app, caller, "codes_replaced", (app, { id }) => replaceRecoveryCodes(app, id));
}

async function change<T>(
  app: ChangeApp,
  { admin, session, by }: Caller,
  what: "removed" | "codes_replaced",
  run: (app: ChangeApp, admin: Caller["admin"]) => Promise<T>,
): Promise<T> {
  const notifies = await hasMailServer(app);
  const result = await transact(app, async (app) => {
    await lockAdmin(app.db, { id: admin.id });
    await holdFactorProof(app, by);
    if (!(await findAdminTotp(app.db, admin.id))) {
      throw new AppError("NOT_FOUND", "no authenticator app", { resource: "admin_factor" });
    }
    const result = await run(app, admin);
    await followFactorChange(app, admin, { change: what, keptSession: session.hash, notifies, by });
    return result;
  });
  if (notifies) app.wakeMailJob();
  return result;
}
