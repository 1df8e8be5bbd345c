import type { App } from "../../app.ts";
import { accountSubject } from "./account-subject.ts";

/**
 * For whoever has proven to own the account by other means: somebody else's failed sign-ins no longer
 * hold them up. Call it after the transaction, not inside.
 */
export function clearSignInFailures(
  app: Pick<App, "rateLimits">,
  projectId: string,
  email: string,
): Promise<void> {
  return app.rateLimits.clear("sign_in_account", accountSubject(projectId, email));
}
