import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { addUser } from "../accounts/add-user.ts";
import { readLocale } from "../accounts/asked-languages.ts";
import { requireEmail } from "../accounts/email.ts";
import { newUser } from "../accounts/new-user.ts";
import { requireStrongPassword } from "../accounts/password-policy.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { liftBan } from "../bans/lift-ban.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { requireCustomClaims } from "./custom-claims.ts";
import { recordUserEvent, type UserScope } from "./scope.ts";

export type NewUserInput = {
  email: string;
  password: string;
  displayName: string;
  /** Empty when it is not known. */
  locale: string;
  emailVerified: boolean;
  customClaims?: unknown;
  invite: boolean;
};

/**
 * Creates a user for a backend or administrator: with a password, with an invitation to choose one, or with neither. A ban of
 * the address is lifted.
 */
export async function createUser(
  app: Pick<App, "clock" | "db" | "newId" | "passwords" | "secretBox" | "wakeMailJob">,
  scope: UserScope,
  input: NewUserInput,
): Promise<{ user: User; isBanLifted: boolean }> {
  const { project } = scope;
  const email = requireEmail(input.email);
  if (input.invite && input.password !== "") {
    throw invalidRequest("password", "cannot be set together with invite: the invited user chooses one");
  }
  if (input.password !== "") await requireStrongPassword(project, input.password, email);
  const user = newUser(app, project, {
    email,
    displayName: requireDisplayName(input.displayName),
    locale: readLocale(input.locale) ?? null,
    emailVerifiedAt: input.emailVerified ? app.clock() : null,
    customClaims: input.customClaims === undefined ? "{}" : requireCustomClaims(input.customClaims),
    passwordHash: input.password === "" ? null : await app.passwords.hash(input.password),
  });

  const created = await transact(app, async (app) => {
    const created = await addUser(app, user, "ignored");
    if (!created) throw new AppError("EMAIL_ALREADY_EXISTS");
    const mail = input.invite
      ? await enqueueMail(app, project.id, { kind: "invite_user", recipient: email })
      : undefined;
    const data = { invited: input.invite, ...(mail && { mail: mail.id }) };
    await recordUserEvent(app, scope, created.id, "user.created", data);
    const isBanLifted = await liftBan(app, project, { email }, { userId: created.id, by: scope.by });
    return { user: created, isBanLifted };
  });
  if (input.invite) app.wakeMailJob();
  return created;
}
