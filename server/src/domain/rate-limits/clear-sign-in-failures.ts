import type { App } from "../../app.ts";
import { accountSubject } from "./account-subject.ts";

/**
 * Resets the counter after a user has proven in another way that they own the account, so that failed sign-ins of others
 * do not block them. Call it after the transaction.
 */
export function clearSignInFailures(
  app: Pick<App, "rateLimits">,
  projectId: string,
  email: string,
): Promise<void> {
  return app.rateLimits.clear("sign_in_account", accountSubject(projectId, email));
}
