import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findSession, replaceAuthentication } from "../../storage/sessions.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import type { Authentication } from "../sessions/authentication.ts";
import type { Device } from "../sessions/device.ts";
import { holdSession } from "../sessions/hold-session.ts";
import { recordFailedSignIn } from "../sessions/record-failed-sign-in.ts";
import { countRotation, findReplayedToken, rotateSession } from "../sessions/rotate-session.ts";
import { continued, type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import {
  type CheckedSessionProof,
  checkSessionProof,
  redeemSessionCode,
  refusedProof,
  type SessionProof,
  useSessionProof,
} from "./session-proof.ts";

type ReauthenticateApp = Pick<
  App,
  | "baseUrl"
  | "clock"
  | "db"
  | "newId"
  | "passwords"
  | "rateLimits"
  | "refreshCounter"
  | "secretBox"
  | "signer"
  | "upgrade"
>;

type Reauthenticated = Readonly<{
  kind: "proven";
  user: User;
  refreshToken: string;
  authentication: Authentication;
}>;

/**
 * Proves again who the user of a session is. The refresh token is rotated, and the session has a new time of
 * authentication and exactly what was proven now. A wrong proof is counted and recorded as a failed sign-in.
 */
export async function reauthenticateSession(
  app: ReauthenticateApp,
  project: Project,
  signedIn: SignedIn,
  { proof, attemptId }: { proof: SessionProof; attemptId: string },
  device: Device,
): Promise<TokenPair> {
  const { user, session } = signedIn;
  if (user.guestSince !== null) throw invalidRequest("proof", "cannot be given by a guest, who has none");
  const failed = () => recordFailedSignIn(app, project, user.id, { method: proof.kind }, device);
  const checked = await checkSessionProof(app, project, user, proof).catch(async (error: unknown) => {
    if (error instanceof AppError && error.reason === "INVALID_CREDENTIALS") await failed();
    throw error;
  });
  const replayed = await replayedToken(app, project, signedIn, proof.kind, attemptId);
  if (replayed !== undefined) return tokenPair(app, project, user, continued(session, replayed));

  const guess = await checked.beginGuess();
  const result = await transact(app, (app) =>
    prove(app, project, signedIn, { checked, attemptId }, device),
  ).catch(async (error: unknown) => {
    await guess.end("unspent");
    throw error;
  });
  await guess.end(result.kind === "wrong" && result.isGuess ? "failed" : "unspent");
  if (result.kind === "wrong") {
    if (result.isGuess) await failed();
    throw result.refusal;
  }
  await countRotation(app, project);
  const opened = continued({ ...session, ...result.authentication }, result.refreshToken);
  return tokenPair(app, project, result.user, opened);
}

/**
 * The refresh token that this attempt received before. Only if the last rotation of the session was a reauthentication
 * with such a proof: clients use the id of a refresh whose answer was lost again, and that has proven nothing.
 */
async function replayedToken(
  app: Pick<App, "db">,
  project: Project,
  { session }: SignedIn,
  kind: SessionProof["kind"],
  attemptId: string,
): Promise<string | undefined> {
  if (session.provenBy !== kind) return undefined;
  const stored = await findSession(app.db, project.id, session.id);
  const { authenticatedAt = null, rotatedAt = null } = stored ?? {};
  if (authenticatedAt === null || (rotatedAt !== null && rotatedAt !== authenticatedAt)) return undefined;
  return findReplayedToken(app, project, session, attemptId);
}

type Wrong = Readonly<{ kind: "wrong"; isGuess: boolean; refusal: AppError }>;

/** A wrong proof is committed, because it counts. */
async function prove(
  app: ReauthenticateApp,
  project: Project,
  { user: known, session }: SignedIn,
  { checked, attemptId }: { checked: CheckedSessionProof; attemptId: string },
  device: Device,
): Promise<Reauthenticated | Wrong> {
  const redeemed = await redeemSessionCode(app, project, checked);
  if (redeemed) return { kind: "wrong", ...redeemed };
  await holdSession(app, project, session);
  if (!(await useSessionProof(app, project, known, checked, device))) {
    return { kind: "wrong", isGuess: true, refusal: refusedProof(checked) };
  }
  const user = await holdUser(app, known, checked);
  const refreshToken = await rotateSession(app, project, session, attemptId);
  const authentication = { authenticatedAt: app.clock(), provenBy: checked.kind };
  await replaceAuthentication(app.db, {
    projectId: project.id,
    id: session.id,
    ...authentication,
    passkeyId: checked.passkeyId,
  });
  return { kind: "proven", user, refreshToken, authentication };
}

/** What was proven holds only for the account as it was read, now that nobody else changes it. */
async function holdUser(app: Pick<App, "db">, known: User, checked: CheckedSessionProof): Promise<User> {
  const user = await lockUserForUpdate(app.db, known.projectId, known.id);
  if (!user || user.disabledAt !== null) throw new AppError("SESSION_REVOKED", "ended meanwhile");
  const isSame =
    user.credentialEpoch === known.credentialEpoch &&
    user.passwordHash === known.passwordHash &&
    user.email === known.email;
  if (!isSame) throw refusedProof(checked);
  return user;
}
