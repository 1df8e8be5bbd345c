import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Identity, Millis, User } from "../../storage/db.ts";
import { findActiveSigningKey } from "../../storage/signing-keys.ts";
import type { OpenSession, PrivateKey } from "../../storage/token-holders.ts";
import { listIdentities } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";
import { type Authentication, authenticationClaims } from "./authentication.ts";

export const ACCESS_TOKEN_SECONDS = 15 * 60;

export type TokenPair = {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  user: User;
  identities: Identity[];
  /** When the account would have been deleted, had this sign-in not kept it. */
  canceledDeletionAt?: Millis | undefined;
};

/** The stored data that a pair needs. */
export type PairFacts = { key: PrivateKey; identities: Identity[] };

/** Reads the stored data for a pair. Call it in the transaction that opens or rotates the session, where it is cheap. */
export async function pairFacts(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  user: Pick<User, "id">,
): Promise<PairFacts> {
  const key = requireKey(await findActiveSigningKey(app.db, { projectId: project.id }));
  return { key, identities: await listIdentities(app.db, project.id, user.id) };
}

/** The key is missing when the project was deleted after the call began. */
export function requireKey<K>(key: K | undefined): K {
  if (!key) throw new AppError("API_KEY_INVALID", "the project is gone");
  return key;
}

/** A session that was opened or rotated. */
type PairSession = Pick<TokenPair, "canceledDeletionAt"> &
  Authentication & { sessionId: string; refreshToken: string };

/** An open session that goes on with another refresh token. */
export function continued(
  { id: sessionId, authenticatedAt, provenBy }: OpenSession,
  refreshToken: string,
): PairSession {
  return { sessionId, refreshToken, authenticatedAt, provenBy };
}

/** What an access token is made from. */
export type PairOf = Readonly<PairSession & PairFacts>;

/** Reads what is needed and signs an access token for the session. Call it after the transaction. */
export async function tokenPair(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  user: User,
  session: PairSession,
): Promise<TokenPair> {
  return signPair(app, project, user, { ...session, ...(await pairFacts(app, project, user)) });
}

/** Signs an access token. Call it after the commit: a signature takes longer than most statements. */
export function signPair(
  app: Pick<App, "baseUrl" | "clock" | "signer">,
  project: Project,
  user: User,
  { sessionId, refreshToken, key, identities, canceledDeletionAt, ...authentication }: PairOf,
): TokenPair {
  const iat = Math.floor(app.clock() / 1000);
  const accessToken = app.signer.sign(key, {
    iss: issuerOf(app, project),
    sub: user.id,
    aud: project.slug,
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
    sid: sessionId,
    ...(user.email === null ? {} : { email: user.email }),
    email_verified: user.emailVerifiedAt !== null,
    ...(user.guestSince === null ? {} : { anonymous: true }),
    ...(project.settings.mfa.policy === "off" ? {} : authenticationClaims(authentication)),
    claims: JSON.parse(user.customClaims),
  });
  return {
    accessToken,
    refreshToken,
    expiresIn: ACCESS_TOKEN_SECONDS,
    user,
    identities,
    ...(canceledDeletionAt !== undefined && { canceledDeletionAt }),
  };
}
