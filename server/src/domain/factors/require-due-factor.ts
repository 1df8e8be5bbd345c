import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { isRecent } from "../accounts/reauthenticate.ts";
import type { Project } from "../projects/project.ts";
import { hasProven, hasProvenFactor } from "../sessions/authentication.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { dueFactor } from "./due-factor.ts";

/**
 * A passkey is both factors, and the owner of a new address may remove factors. So where a sign-in of this user needs a
 * second factor, one that the user has must have been proven within the last 10 minutes to add or remove a passkey and to
 * change the address. Call it with the session locked, too: nobody enrolls a factor without ending the user's other sessions.
 */
export async function requireDueFactor(
  app: Pick<App, "clock" | "db">,
  project: Project,
  session: SignedIn["session"],
  user: User,
  change: "adds" | "removes",
): Promise<void> {
  const due = await dueFactor(app, project, user);
  if (!due || (isRecent(app, session) && hasProvenFactor(session))) return;
  if (due.factors.length === 0 && (change === "removes" || provesMailbox(app, session, user))) return;
  throw new AppError("REAUTHENTICATION_REQUIRED", "", due.factors.length > 0 ? { proof: "factor" } : {});
}

/** The first factor of an account needs its mailbox, as the enrollment of an app does: a password may be stolen. */
function provesMailbox(app: Pick<App, "clock">, session: SignedIn["session"], user: User): boolean {
  if (user.email === null || user.emailVerifiedAt === null) return true;
  return isRecent(app, session) && hasProven(session, "email_code");
}
