import type { App } from "../../app.ts";
import { AppError, type FactorChallenge } from "../../errors.ts";
import type { Identity, User } from "../../storage/db.ts";
import { findIdentity, insertIdentity, updateIdentity } from "../../storage/identities.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import { deleteUser, findUser, findUserByEmail, listIdentities } from "../../storage/users.ts";
import { addUser } from "../accounts/add-user.ts";
import { type AskedLanguages, localeOfNewUser } from "../accounts/asked-languages.ts";
import { clearProvenBounce } from "../accounts/clear-proven-bounce.ts";
import { newUser } from "../accounts/new-user.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { isBanned } from "../bans/is-banned.ts";
import type { Project } from "../projects/project.ts";
import { type Admission, admit, type OpenedSession } from "../sessions/admit.ts";
import type { Device } from "../sessions/device.ts";
import type { OpeningAttempt } from "../sessions/opening-attempt.ts";
import { RefusedSignIn } from "../sessions/refused-sign-in.ts";
import type { ProviderIdentity } from "./identity-provider.ts";
import { newIdentity, usedAgain } from "./new-identity.ts";

type IdentityApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "upgrade">;

export type SignInResult = Readonly<{
  user: User;
  isNew: boolean;
  /** Undefined if the user's address must be verified first, or a second factor is due. */
  opened?: OpenedSession | undefined;
  challenge?: FactorChallenge | undefined;
}>;

/**
 * Signs in the user with this provider account, or creates one. Only the account counts: an equal email address never
 * signs in to another user's account. Call it in a transaction.
 */
export async function signInByIdentity(
  app: IdentityApp,
  project: Project,
  { identity: proven, asked }: { identity: ProviderIdentity; asked: AskedLanguages },
  device: Device,
  attempt?: OpeningAttempt,
): Promise<SignInResult> {
  const known = await findIdentity(app.db, project.id, proven.provider, proven.subject);
  if (known) return signInKnown(app, project, known, proven, device, attempt);
  const user = await createUser(app, project, proven, asked);
  // The identity or the address was taken between the read and the write.
  if (!user) return signInAfterConflict(app, project, proven, device, attempt);

  const by = { actor: `user:${user.id}`, ip: device.ip, userAgent: device.userAgent };
  const about = { projectId: project.id, userId: user.id, by };
  await recordEvent(app, { kind: "user.signed_up", ...about, data: { method: proven.provider } });
  await recordEvent(app, { kind: "user.identity_linked", ...about, data: { provider: proven.provider } });
  const isNew = { method: proven.provider, isNew: true } as const;
  const admission = await admit(app, project, user, isNew, device, attempt);
  return { user, isNew: true, ...(admission.kind === "refused" ? {} : resultOf(admission)) };
}

async function signInKnown(
  app: IdentityApp,
  project: Project,
  known: Identity,
  proven: ProviderIdentity,
  device: Device,
  attempt?: OpeningAttempt,
): Promise<SignInResult> {
  // First, so that a concurrent deletion or unlinking waits, or has finished.
  const isStill = await updateIdentity(app.db, project.id, known.id, usedAgain(app, known, proven));
  const found = isStill && (await findUser(app.db, project.id, known.userId));
  if (!found) throw new AppError("OAUTH_TOKEN_INVALID", "unlinked or deleted meanwhile");
  const user = await clearProvenBounce(app, found, proven.emailAuthoritative ? proven.email : null, device);
  const admission = await admit(app, project, user, { method: proven.provider }, device, attempt);
  // Safe to reveal here: the caller has proven the provider account.
  if (admission.kind === "refused") {
    if (admission.reason === "INVALID_CREDENTIALS") throw new AppError(admission.reason, user.id);
    throw new RefusedSignIn(admission.reason, user.id, proven.provider);
  }
  return { user, isNew: false, ...resultOf(admission) };
}

function resultOf(
  admission: Exclude<Admission, { kind: "refused" }>,
): Pick<SignInResult, "opened" | "challenge"> & { user?: User } {
  if (admission.kind === "challenged") return { challenge: admission.challenge };
  return { user: admission.user, opened: admission.opened };
}

/** Returns undefined when another user has the address or the provider account. */
async function createUser(
  app: IdentityApp,
  project: Project,
  proven: ProviderIdentity,
  asked: AskedLanguages,
): Promise<User | undefined> {
  if (project.settings.signUpClosed) {
    const isTaken = proven.email !== null && (await findUserByEmail(app.db, project.id, proven.email));
    // The owner of an account with this address should learn that it exists, not that sign-up is closed.
    if (isTaken) return undefined;
    throw new AppError("SIGN_UP_CLOSED");
  }
  const user = newUser(app, project, {
    email: proven.email,
    emailVerifiedAt: proven.emailAuthoritative ? app.clock() : null,
    displayName: proven.name,
    avatarUrl: proven.picture,
    locale: localeOfNewUser(asked),
  });
  if (!(await addUser(app, user, project))) {
    await requireNotBanned(app, project, proven);
    return undefined;
  }
  if (await insertIdentity(app.db, newIdentity(app, user, proven))) {
    await requireNotBanned(app, project, proven);
    return user;
  }
  await deleteUser(app.db, project.id, user.id);
  return undefined;
}

/** Safe to reveal: the caller has proven the provider account and, where it counts, the mailbox. */
async function requireNotBanned(
  app: IdentityApp,
  project: Project,
  { provider, subject, email, emailAuthoritative }: ProviderIdentity,
): Promise<void> {
  const what = { email: emailAuthoritative ? email : null, identities: [{ provider, subject }] };
  if (await isBanned(app, project, what)) throw new AppError("USER_DISABLED", "banned");
}

async function signInAfterConflict(
  app: IdentityApp,
  project: Project,
  proven: ProviderIdentity,
  device: Device,
  attempt?: OpeningAttempt,
): Promise<SignInResult> {
  const known = await findIdentity(app.db, project.id, proven.provider, proven.subject);
  if (known) return signInKnown(app, project, known, proven, device, attempt);
  throw await emailExistsError(app, project, proven);
}

/**
 * Tells the app which address it is, and how to sign in to that account in order to link this one. The sign-in methods
 * are revealed only to the owner of the mailbox.
 */
async function emailExistsError(
  app: IdentityApp,
  project: Project,
  { provider, email, emailAuthoritative }: ProviderIdentity,
): Promise<AppError> {
  const metadata = { provider, email: email ?? "" };
  const owner = emailAuthoritative && (await findUserByEmail(app.db, project.id, email ?? ""));
  if (!owner) return new AppError("EMAIL_ALREADY_EXISTS", provider, metadata);
  const identities = await listIdentities(app.db, project.id, owner.id);
  const passkeys = await listPasskeys(app.db, { projectId: project.id, userId: owner.id });
  const methods = [
    ...(owner.passwordHash === null ? [] : ["password"]),
    ...identities.map((identity) => identity.provider),
    ...(passkeys.length === 0 ? [] : ["passkey"]),
  ];
  return new AppError("EMAIL_ALREADY_EXISTS", provider, { ...metadata, sign_in_methods: methods.join(",") });
}
