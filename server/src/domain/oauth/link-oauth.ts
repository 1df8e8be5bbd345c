import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findIdentity, insertIdentity, updateIdentity } from "../../storage/identities.ts";
import { transact } from "../../storage/transact.ts";
import { findUserByEmail, listIdentities, lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { isRecent } from "../accounts/reauthenticate.ts";
import { takeAddress } from "../accounts/take-address.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { requestMail } from "../mail/request-mail.ts";
import type { Project } from "../projects/project.ts";
import { lostAnswer, rotateSession } from "../sessions/rotate-session.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import type { ProviderIdentity } from "./identity-provider.ts";
import { keepAppleToken } from "./keep-apple-token.ts";
import { newIdentity, usedAgain } from "./new-identity.ts";
import {
  type Credential,
  type Exchange,
  type Proof,
  proofOfCredential,
  type SocialApp,
  takeProof,
} from "./proof.ts";

export type LinkOAuthInput = Readonly<{
  source: { kind: "credential"; credential: Credential } | { kind: "exchange"; exchange: Exchange };
  attemptId: string;
}>;

type Linked = Readonly<{ kind: "linked"; user: User; refreshToken: string }>;
type Refused = Readonly<{ kind: "refused"; failure: AppError }>;

/**
 * Gives a user one more way in. A guest becomes a permanent user with the same id. The session's
 * refresh token is rotated away; on failure nothing has changed.
 */
export async function linkOAuth(
  app: SocialApp,
  project: Project,
  signedIn: SignedIn,
  { source, attemptId }: LinkOAuthInput,
  ip: string,
): Promise<TokenPair> {
  const { user, session } = signedIn;
  const lost = await lostLink(app, project, signedIn, attemptId);
  if (lost !== undefined) return tokenPair(app, project, user, { sessionId: session.id, refreshToken: lost });
  requireGuestOrRecent(app, signedIn, user);

  const proof = await proofOf(app, project, source);
  const linked = await link(app, project, signedIn, { proof, attemptId, ip });
  if (linked.kind === "refused") throw linked.failure;
  if (source.kind === "credential" && proof.kind === "token") {
    keepAppleToken(app, project, proof.verified, source.credential.authorizationCode);
  }
  app.mailIsWaiting();
  const { user: now, refreshToken } = linked;
  if (user.email === null && now.email !== null && now.emailVerifiedAt === null) {
    await requestMail(app, project, "verify_email", now.email, "sign_up");
  }
  return tokenPair(app, project, now, { sessionId: session.id, refreshToken });
}

function requireGuestOrRecent(app: Pick<App, "clock">, { session }: SignedIn, user: User): void {
  if (user.guestSince === null && !isRecent(app, session)) throw new AppError("REAUTHENTICATION_REQUIRED");
}

async function proofOf(app: SocialApp, project: Project, source: LinkOAuthInput["source"]): Promise<Proof> {
  if (source.kind === "exchange") return { kind: "code", exchange: source.exchange };
  const displayName = requireDisplayName(source.credential.displayName);
  return proofOfCredential(app, project, source.credential, displayName);
}

/** The pair that this very attempt was given, if its answer was lost. Its token or code is used up by then. */
async function lostLink(
  app: SocialApp,
  project: Project,
  { user, session }: SignedIn,
  attemptId: string,
): Promise<string | undefined> {
  const lost = await lostAnswer(app, project, session, attemptId);
  if (lost === undefined) return undefined;
  return (await listIdentities(app.db, project.id, user.id)).length > 0 ? lost : undefined;
}

type LinkFacts = Readonly<{ proof: Proof; attemptId: string; ip: string }>;

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
    // Somebody took the address between our look and our writing: then it is theirs.
    if (!(error instanceof AppError) || error.reason !== "EMAIL_ALREADY_EXISTS") throw error;
    return attempt(false);
  }
}

async function linkOnce(
  app: SocialApp,
  project: Project,
  signedIn: SignedIn,
  { proof, attemptId, ip }: LinkFacts,
  takesEmail: boolean,
): Promise<Linked | Refused> {
  const taken = await takeProof(app, project, proof, ip);
  if (taken.kind === "refused") return taken;
  const refreshToken = await rotateSession(app, project, signedIn.session, attemptId);
  const isNew = await attach(app, project, signedIn.user, taken.identity);
  // As they are now: another call may have converted them while the provider was asked.
  const user = await lockUserForUpdate(app.db, project.id, signedIn.user.id);
  if (!user) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
  requireGuestOrRecent(app, signedIn, user);
  const linked = await settle(app, project, user, taken.identity, takesEmail);
  const about = { projectId: project.id, userId: user.id, by: { actor: `user:${user.id}`, ip } };
  const { provider } = taken.identity;
  if (isNew) await recordEvent(app, { kind: "user.identity_linked", ...about, data: { provider } });
  if (user.guestSince !== null) {
    await recordEvent(app, { kind: "user.guest_converted", ...about, data: { method: provider } });
  } else if (isNew) {
    await notifyUser(app, project, user, { kind: "method_linked", detail: provider });
  }
  return { kind: "linked", user: linked, refreshToken };
}

/** False when it was the user's already. */
async function attach(
  app: SocialApp,
  project: Project,
  user: User,
  proven: ProviderIdentity,
): Promise<boolean> {
  const { provider, subject } = proven;
  if (await insertIdentity(app.db, newIdentity(app, user, proven))) return true;
  const owned = await findIdentity(app.db, project.id, provider, subject);
  if (!owned) throw new AppError("ALREADY_EXISTS", "has another account", { resource: "identity", provider });
  if (owned.userId !== user.id) throw new AppError("OAUTH_ACCOUNT_EXISTS", provider);
  await updateIdentity(app.db, project.id, owned.id, usedAgain(app, owned, proven));
  return false;
}

/** The user keeps what they have; what they lack comes from the provider, an address only if nobody has it. */
async function settle(
  app: SocialApp,
  project: Project,
  user: User,
  proven: ProviderIdentity,
  takesEmail: boolean,
): Promise<User> {
  const now = app.clock();
  const changes = {
    guestSince: null,
    displayName: user.displayName || proven.name,
    avatarUrl: user.avatarUrl || proven.picture,
    updatedAt: now,
  };
  const { email, emailAuthoritative } = proven;
  const isFree =
    takesEmail &&
    user.email === null &&
    email !== null &&
    !(await findUserByEmail(app.db, project.id, email));
  if (isFree) {
    const address = { email, emailVerifiedAt: emailAuthoritative ? now : null };
    return (await takeAddress(app, { id: user.id, projectId: project.id }, address, changes)) ?? user;
  }
  return (await updateUser(app.db, project.id, user.id, changes)) ?? user;
}
