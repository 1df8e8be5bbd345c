import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteFactors, findTotpFactor } from "../../storage/factors.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { changeFactors } from "./change-factors.ts";
import { requireRecentFactor } from "./recent-factor.ts";
import { requireMfa } from "./require-mfa.ts";

/** Removes the authenticator app of the signed-in user, and the recovery codes. Ends the user's other sessions. */
export async function removeTotp(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  project: Project,
  signedIn: SignedIn,
  origin: Origin,
): Promise<void> {
  const { id: userId, projectId } = signedIn.user;
  requireMfa(project, signedIn.user);
  if (!(await findTotpFactor(app.db, { projectId, userId }))) throw notEnrolled(userId);
  await requireRecentFactor(app, project, signedIn);
  await transact(app, async (app) => {
    const user = await changeFactors(app, project, signedIn, async () => {
      const { hadTotp } = await deleteFactors(app.db, { projectId, userId });
      if (!hadTotp) throw notEnrolled(userId);
    });
    const by = { actor: `user:${userId}`, ...origin };
    await recordEvent(app, { kind: "user.factor_removed", projectId, userId, by, data: { factor: "totp" } });
    await notifyUser(app, project, user, { kind: "factor_changed", detail: "removed" });
  });
  app.wakeMailJob();
}

export function notEnrolled(userId: string): AppError {
  return new AppError("NOT_FOUND", userId, { resource: "factor" });
}
