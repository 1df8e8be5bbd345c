import type { App } from "../../app.ts";
import { newRecoveryCodes } from "../../crypto/factors/recovery-codes.ts";
import { findTotpFactor, replaceRecoveryCodes } from "../../storage/factors.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { changeFactors } from "./change-factors.ts";
import { requireRecentFactor } from "./recent-factor.ts";
import { recoveryCodeMac } from "./recovery-code-mac.ts";
import { notEnrolled } from "./remove-totp.ts";
import { requireMfa } from "./require-mfa.ts";

/** Replaces all recovery codes of the signed-in user, who has an authenticator app. Ends the user's other sessions. */
export async function regenerateRecoveryCodes(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox" | "wakeMailJob">,
  project: Project,
  signedIn: SignedIn,
  origin: Origin,
): Promise<readonly string[]> {
  const { user: known } = signedIn;
  const { id: userId, projectId } = known;
  requireMfa(project, known);
  // Only with an authenticator app, whose removal removes the codes: a later factor must not have the codes of an earlier one.
  if (!(await findTotpFactor(app.db, { projectId, userId }))) throw notEnrolled(userId);
  await requireRecentFactor(app, project, signedIn);
  const codes = newRecoveryCodes();
  const macs = codes.map((code) => recoveryCodeMac(app, known, code));
  await transact(app, async (app) => {
    const user = await changeFactors(app, project, signedIn, () =>
      replaceRecoveryCodes(app.db, { projectId, userId }, macs, app.clock()),
    );
    const by = { actor: `user:${userId}`, ...origin };
    await recordEvent(app, { kind: "user.recovery_codes_replaced", projectId, userId, by });
    await notifyUser(app, project, user, { kind: "factor_changed", detail: "codes_replaced" });
  });
  app.wakeMailJob();
  return codes;
}
