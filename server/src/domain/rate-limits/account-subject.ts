import { canonicalEmail } from "../accounts/email.ts";

/** The subject of a counter for a typed address, whether or not it has an account. */
export function accountSubject(projectId: string, typedEmail: string): string {
  return `${projectId}\n${canonicalEmail(typedEmail) ?? typedEmail}`;
}
