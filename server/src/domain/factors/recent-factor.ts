import type { App } from "../../app.ts";
import { AppError, type SecondFactor } from "../../errors.ts";
import { isRecent } from "../accounts/reauthenticate.ts";
import type { Project } from "../projects/project.ts";
import { hasProvenFactor } from "../sessions/authentication.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { factorsOf } from "./due-factor.ts";

/**
 * Changing factors needs one that the user has, proven within the last 10 minutes; without any, a recent sign-in. Returns
 * those that the user has.
 */
export async function requireRecentFactor(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { user, session }: SignedIn,
): Promise<readonly SecondFactor[]> {
  const factors = await factorsOf(app, project, user.id);
  if (!isRecent(app, session) || (factors.length > 0 && !hasProvenFactor(session))) {
    throw new AppError("REAUTHENTICATION_REQUIRED", "", factors.length > 0 ? { proof: "factor" } : {});
  }
  return factors;
}
