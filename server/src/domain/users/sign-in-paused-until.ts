import type { App } from "../../app.ts";
import type { Millis, User } from "../../storage/db.ts";
import { accountSubject } from "../rate-limits/account-subject.ts";

/** Until when wrong passwords in a row keep the user from signing in on a new device. Undefined when they do not. */
export async function signInPausedUntil(
  app: Pick<App, "rateLimits">,
  { projectId, email }: User,
): Promise<Millis | undefined> {
  if (email === null) return undefined;
  return app.rateLimits.pausedUntil("sign_in_account", accountSubject(projectId, email));
}
