import { canonicalEmail } from "../accounts/email.ts";

/** Whose counter it is when somebody types an address, whether or not it has an account. */
export function accountSubject(projectId: string, typedEmail: string): string {
  return `${projectId}\n${canonicalEmail(typedEmail) ?? typedEmail}`;
}
