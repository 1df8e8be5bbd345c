import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findIdentity, insertIdentity, updateIdentity } from "../../storage/identities.ts";
import { transact } from "../../storage/transact.ts";
import { findUserByEmail, listIdentities, lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { type AskedLanguages, localeAfterLink } from "../accounts/asked-languages.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { requireGuestOrRecent } from "../accounts/reauthenticate.ts";
import { takeAddress } from "../accounts/take-address.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { isBanned } from "../bans/is-banned.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { requestMail } from "../mail/request-mail.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { countRotation, findReplayedToken, rotateSession } from "../sessions/rotate-session.ts";
import { continued, type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import type { ProviderIdentity } from "./identity-provider.ts";
import { keepAppleToken } from "./keep-apple-token.ts";
import { newIdentity, usedAgain } from "./new-identity.ts";
import {
  type Credential,
  type Exchange,
  type Proof,
  proofOfCredential,
  redeemProof,
  type SocialApp,
} from "./proof.ts";

export type LinkOAuthInput = Readonly<{
  source: { kind: "credential"; credential: Credential } | { kind: "exchange"; exchange: Exchange };
  attemptId: string;
  asked: AskedLanguages;
}>;

type Linked = Readonly<{ kind: "linked"; user: User; refreshToken: string }>;
type Refused = Readonly<{ kind: "refused"; failure: AppError }>;

/**
 * Adds a sign-in method to a user. A guest becomes a permanent user with the same id. The session's refresh token is
 * rotated. On failure nothing has changed.
 */
export async function linkOAuth(
  app: SocialApp,
  project: Project,
  signedIn: SignedIn,
  { source, attemptId, asked }: LinkOAuthInput,
  origin: Origin,
): Promise<TokenPair> {
  const { user, session } = signedIn;
  const replayed = await replayedLink(app, project, signedIn, attemptId);
  if (replayed !== undefined) return tokenPair(app, project, user, continued(session, replayed));
  requireGuestOrRecent(app, session, user);

  const proof = await proofOf(app, project, source);
  const linked = await link(app, project, signedIn, { proof, attemptId, asked, origin });
  if (linked.kind === "refused") throw linked.failure;
  if (source.kind === "credential" && proof.kind === "token") {
    keepAppleToken(app, project, proof.verified, source.credential.authorizationCode);
  }
  app.wakeMailJob();
  await countRotation(app, project);
  const { user: now, refreshToken } = linked;
  if (user.email === null && now.email !== null && now.emailVerifiedAt === null) {
    await requestMail(app, project, "verify_email", { email: now.email, asked }, "sign_up");
  }
  return tokenPair(app, project, now, continued(session, refreshToken));
}

async function proofOf(app: SocialApp, project: Project, source: LinkOAuthInput["source"]): Promise<Proof> {
  if (source.kind === "exchange") return { kind: "code", exchange: source.exchange };
  const displayName = requireDisplayName(source.credential.displayName);
  return proofOfCredential(app, project, source.credential, displayName);
}

/** The refresh token that this attempt received before, if its response was replayed. Its ID token or code is consumed by then. */
async function replayedLink(
  app: SocialApp,
  project: Project,
  { user, session }: SignedIn,
  attemptId: string,
): Promise<string | undefined> {
  const replayed = await findReplayedToken(app, project, session, attemptId);
  if (replayed === undefined) return undefined;
  return (await listIdentities(app.db, project.id, user.id)).length > 0 ? replayed : undefined;
}

type LinkFacts = Readonly<{ proof: Proof; attemptId: string; asked: AskedLanguages; origin: Origin }>;

async function link(
  app: SocialApp,
  project: Project,
  signedIn: SignedIn,
  facts: LinkFacts,
): Promise<Linked | Refused> {
  const attempt = (takesEmail: boolean) =>
    transact(app, (app) => linkOnce(app, project, signedIn, facts, takesEmail));
  try {
    return await attempt(true);
  } catch (error) {
    // Another user took the address between the read and the write, so this user does not get it.
    if (!(error instanceof AppError) || error.reason !== "EMAIL_ALREADY_EXISTS") throw error;
    return attempt(false);
  }
}

async function linkOnce(
  app: SocialApp,
  project: Project,
  signedIn: SignedIn,
  { proof, attemptId, asked, origin }: LinkFacts,
  takesEmail: boolean,
): Promise<Linked | Refused> {
  const redeemed = await redeemProof(app, project, proof, origin.ip);
  if (redeemed.kind === "refused") return redeemed;
  const refreshToken = await rotateSession(app, project, signedIn.session, attemptId);
  const isNew = await attach(app, project, signedIn.user, redeemed.identity);
  // Read again, because another call may have converted the user during the request to the provider.
  const user = await lockUserForUpdate(app.db, project.id, signedIn.user.id);
  if (!user) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
  requireGuestOrRecent(app, signedIn.session, user);
  const locale = localeAfterLink(user, asked);
  const linked = await completeProfile(app, project, { ...user, locale }, redeemed.identity, takesEmail);
  const about = { projectId: project.id, userId: user.id, by: { actor: `user:${user.id}`, ...origin } };
  const { provider } = redeemed.identity;
  if (isNew) await recordEvent(app, { kind: "user.identity_linked", ...about, data: { provider } });
  if (user.guestSince !== null) {
    await recordEvent(app, { kind: "user.guest_converted", ...about, data: { method: provider } });
  } else if (isNew) {
    await notifyUser(app, project, user, { kind: "method_linked", detail: provider });
  }
  return { kind: "linked", user: linked, refreshToken };
}

/** Returns false when the user already has the identity. */
async function attach(
  app: SocialApp,
  project: Project,
  user: User,
  proven: ProviderIdentity,
): Promise<boolean> {
  const { provider, subject, email, emailAuthoritative } = proven;
  if (await insertIdentity(app.db, newIdentity(app, user, proven))) {
    const what = { email: emailAuthoritative ? email : null, identities: [proven] };
    if (await isBanned(app, project, what)) throw new AppError("OAUTH_ACCOUNT_EXISTS", "banned");
    return true;
  }
  const owned = await findIdentity(app.db, project.id, provider, subject);
  if (!owned) throw new AppError("ALREADY_EXISTS", "has another account", { resource: "identity", provider });
  if (owned.userId !== user.id) throw new AppError("OAUTH_ACCOUNT_EXISTS", provider);
  await updateIdentity(app.db, project.id, owned.id, usedAgain(app, owned, proven));
  return false;
}

/** Fills in what the user lacks with the provider's data, the address only if no other user has it. */
async function completeProfile(
  app: SocialApp,
  project: Project,
  user: User,
  proven: ProviderIdentity,
  takesEmail: boolean,
): Promise<User> {
  const now = app.clock();
  const changes = {
    guestSince: null,
    locale: user.locale,
    displayName: user.displayName || proven.name,
    avatarUrl: user.avatarUrl || proven.picture,
    updatedAt: now,
  };
  const { email, emailAuthoritative } = proven;
  const isProven = emailAuthoritative && email === user.email;
  const isFree =
    takesEmail &&
    user.email === null &&
    email !== null &&
    !(await findUserByEmail(app.db, project.id, email));
  if (isFree) {
    const address = { email, emailVerifiedAt: emailAuthoritative ? now : null };
    return (
      (await takeAddress(app, { id: user.id, projectId: project.id }, address, changes, project)) ?? user
    );
  }
  const noBounce = isProven ? { emailBouncedAt: null, emailBounceReason: null } : {};
  return (await updateUser(app.db, project.id, user.id, { ...changes, ...noBounce })) ?? user;
}
