import type { App } from "../../app.ts";
import { accountSubject } from "./account-subject.ts";

/**
 * Whether one more mail may go to this address now, and counts it. Costs the same whether or not the
 * address has an account. Ask before opening a transaction, not inside.
 */
export async function mayMail(
  app: Pick<App, "rateLimits">,
  projectId: string,
  email: string,
): Promise<boolean> {
  const { isAllowed } = await app.rateLimits.take("mail_account", accountSubject(projectId, email));
  return isAllowed;
}
