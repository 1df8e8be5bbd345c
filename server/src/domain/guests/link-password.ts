import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { updateUserEmail } from "../../storage/users.ts";
import { requireEmail } from "../accounts/email.ts";
import { requireStrongPassword } from "../accounts/password-policy.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { isRecent } from "../accounts/reauthenticate.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import type { Project } from "../projects/project.ts";
import { mayMail } from "../rate-limits/may-mail.ts";
import { lostAnswer, rotateSession } from "../sessions/rotate-session.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";

type LinkApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "mailIsWaiting" | "newId" | "passwords" | "rateLimits" | "signer"
>;

export type LinkPasswordInput = { email: string; password: string; displayName: string; attemptId: string };

/**
 * Turns a guest into a permanent user with the same id, or gives a permanent user their first
 * password. The session's refresh token is rotated away; on failure nothing has changed.
 */
export async function linkPassword(
  app: LinkApp,
  project: Project,
  signedIn: SignedIn,
  input: LinkPasswordInput,
  ip: string,
): Promise<TokenPair> {
  const { user, session } = signedIn;
  const email = requireEmail(input.email);
  if (user.passwordHash !== null) {
    const lost = user.email === email ? await lostAnswer(app, project, session, input.attemptId) : undefined;
    if (!lost) throw new AppError("NOT_A_GUEST");
    return tokenPair(app, project, user, { sessionId: session.id, refreshToken: lost });
  }
  refuseUnlessGuestOrRecent(app, signedIn, email);
  await requireStrongPassword(project, input.password, email);
  const displayName = requireDisplayName(input.displayName) || user.displayName;
  const passwordHash = await app.passwords.hash(input.password);
  const mailIsAllowed = await mayMail(app, project.id, email);

  const linked = await transact(app, async (app) => {
    const refreshToken = await rotateSession(app, project, session, input.attemptId);
    const changes = { passwordHash, displayName, guestSince: null, updatedAt: app.clock() };
    const linked = await updateUserEmail(app.db, project.id, user.id, email, changes);
    if (mailIsAllowed && linked.emailVerifiedAt === null) {
      await enqueueMail(app, project.id, { kind: "verify_email", recipient: email });
    }
    await recordLink(app, project, user, ip);
    return { user: linked, refreshToken };
  });
  app.mailIsWaiting();
  return tokenPair(app, project, linked.user, { sessionId: session.id, refreshToken: linked.refreshToken });
}

function refuseUnlessGuestOrRecent(app: LinkApp, { user, session }: SignedIn, email: string): void {
  if (user.guestSince !== null) return;
  if (!isRecent(app, session)) throw new AppError("REAUTHENTICATION_REQUIRED");
  if (user.email !== null && user.email !== email)
    throw invalidRequest("email", "is not the account's address");
}

function recordLink(app: LinkApp, project: Project, user: User, ip: string): Promise<void> {
  return recordEvent(app, {
    kind: user.guestSince === null ? "user.password_changed" : "user.guest_converted",
    projectId: project.id,
    userId: user.id,
    by: { actor: `user:${user.id}`, ip },
    data: { method: "password" },
  });
}
