import { Refusal } from "./refusal.ts";
import type { TestSession, TestSessions } from "./test-sessions.ts";

/** Before changes that cannot be undone: the password, or a sign-in a short while ago. A guest has neither. */
export function reauthenticate(
  sessions: Pick<TestSessions, "isRecent">,
  session: TestSession,
  currentPassword?: string,
): void {
  const { user, password } = session.account;
  if (user.isAnonymous) return;
  if (currentPassword) {
    if (currentPassword !== password) throw new Refusal("INVALID_CREDENTIALS");
  } else if (!sessions.isRecent(session)) throw new Refusal("REAUTHENTICATION_REQUIRED");
}
