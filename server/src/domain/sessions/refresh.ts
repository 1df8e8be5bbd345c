import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { consumeRefreshToken, findRefreshToken, wipeReplay } from "../../storage/refresh-tokens.ts";
import { touchSessionOfToken } from "../../storage/sessions.ts";
import { findTokenSubject, type TokenSubject } from "../../storage/token-holders.ts";
import { transact } from "../../storage/transact.ts";
import { listIdentities, updateUser } from "../../storage/users.ts";
import { markActive, wasSeenToday } from "../analytics/mark-active.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { attemptOf, replayOf } from "./attempt.ts";
import { endSession } from "./end-session.ts";
import { issueRefreshToken } from "./issue-refresh-token.ts";
import { beginPair, requireKey, type TokenPair } from "./token-pair.ts";

type Rotation =
  /** `finish` signs the access token. It is called after the commit. */
  | { kind: "rotated" | "repeated"; finish: () => TokenPair }
  | { kind: "reused"; sessionId: string }
  | { kind: "invalid" };

const HOUR_MS = 3_600_000;

/**
 * Exchanges a refresh token for a new pair. Reuse of a token ends its session, unless the same attempt is repeated
 * because its response was lost.
 */
export async function refresh(
  app: Pick<App, "baseUrl" | "clock" | "db" | "metrics" | "newId" | "signer">,
  project: Project,
  input: { refreshToken: string; attemptId: string; ip: string },
): Promise<TokenPair> {
  const rotation = await transact(app, (app) => rotate(app, project, input));

  // Thrown only now, after the commit: an error inside the transaction would undo the revocation.
  if (rotation.kind === "reused") {
    app.metrics.refreshReused();
    throw new AppError("REFRESH_TOKEN_REUSED", `session ${rotation.sessionId}`);
  }
  if (rotation.kind === "invalid") throw new AppError("REFRESH_TOKEN_INVALID");
  if (rotation.kind === "repeated") app.metrics.refreshRepeated();
  return rotation.finish();
}

async function rotate(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "signer">,
  project: Project,
  input: { refreshToken: string; attemptId: string; ip: string },
): Promise<Rotation> {
  const now = app.clock();
  const hash = hashToken(input.refreshToken);
  const isLive = await touchSessionOfToken(app.db, project.id, hash, now);
  if (!isLive) return { kind: "invalid" };

  const subject = await findTokenSubject(app.db, project.id, hash);
  if (!subject || subject.user.disabledAt !== null) return { kind: "invalid" };
  const { predecessorHash, session, user } = subject;

  const successor = newToken();
  const attempt = attemptOf(input.attemptId, hash, successor);
  const isConsumed = await consumeRefreshToken(app.db, project.id, hash, now, attempt);
  if (!isConsumed) return repeatedOrReused(app, project, subject, hash, input);

  await issueRefreshToken(app, project, session, successor, hash);
  if (predecessorHash !== null) await wipeReplay(app.db, { projectId: project.id, hash: predecessorHash });
  await recordActivity(app, project, user);
  return { kind: "rotated", finish: await beginPairOf(app, project, subject, successor) };
}

async function beginPairOf(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  { user, key, hasIdentities, session }: TokenSubject,
  refreshToken: string,
): Promise<() => TokenPair> {
  const identities = hasIdentities ? await listIdentities(app.db, user.projectId, user.id) : [];
  return beginPair(app, project, user, {
    sessionId: session.id,
    refreshToken,
    key: requireKey(key),
    identities,
  });
}

/** Writes at most once an hour and on each new day, so that most refreshes do not change the user's row. */
async function recordActivity(app: Pick<App, "clock" | "db">, project: Project, user: User): Promise<void> {
  const now = app.clock();
  const isSeen = wasSeenToday(app, project, user);
  if (isSeen && user.lastActiveAt >= now - HOUR_MS) return;
  await updateUser(app.db, project.id, user.id, { lastActiveAt: now });
  if (!isSeen) await markActive(app, project, user.id);
}

/** For a token that could not be consumed: it has expired, its attempt is repeated, or it was used before. */
async function repeatedOrReused(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "signer">,
  project: Project,
  subject: TokenSubject,
  hash: string,
  input: { attemptId: string; ip: string },
): Promise<Rotation> {
  const now = app.clock();
  const token = await findRefreshToken(app.db, project.id, hash);
  if (!token || token.consumedAt === null) return { kind: "invalid" };

  const successor = replayOf(token, input.attemptId);
  if (successor !== undefined) {
    const next = await findRefreshToken(app.db, project.id, hashToken(successor));
    if (next && next.consumedAt === null && next.expiresAt > now) {
      return { kind: "repeated", finish: await beginPairOf(app, project, subject, successor) };
    }
  }
  const { session, user } = subject;
  await endSession(app, project, session.id, "reuse");
  await recordEvent(app, {
    kind: "session.reuse_detected",
    projectId: project.id,
    userId: user.id,
    by: { actor: "system", ip: input.ip },
    data: { session_id: session.id },
  });
  return { kind: "reused", sessionId: session.id };
}
