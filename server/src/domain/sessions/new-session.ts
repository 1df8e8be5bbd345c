import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { newLocator, newRefreshToken } from "../../crypto/refresh-token.ts";
import { sealFirstToken } from "../../crypto/replay-box.ts";
import type { SecondFactor } from "../../errors.ts";
import type { Session } from "../../storage/db.ts";
import { firstToken, NO_ATTEMPT, NO_TOKENS } from "../../storage/session-tokens.ts";
import type { Project } from "../projects/project.ts";
import type { Authentication } from "./authentication.ts";
import type { Device } from "./device.ts";
import { expiryOf, storedLocator } from "./new-token.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";

export type SignInMethod = "password" | "anonymous" | "google" | "apple" | "email_code" | "passkey";

const DAY_MS = 86_400_000;

/** A session without tokens. */
export function newSession(
  app: Pick<App, "clock" | "newId">,
  project: Project,
  opened: {
    userId: string;
    method: SignInMethod;
    passkeyId?: string | undefined;
    second?: SecondFactor | undefined;
    device: Device;
  },
): Session & Authentication {
  const { userId, method, passkeyId = null, second, device } = opened;
  const now = app.clock();
  return {
    id: app.newId(),
    projectId: project.id,
    userId,
    method,
    passkeyId,
    authenticatedAt: now,
    provenBy: second === undefined ? method : `${method} ${second}`,
    userAgent: device.userAgent,
    ip: device.ip,
    createdAt: now,
    lastUsedAt: now,
    endsAt: now + project.settings.sessionMaxDays * DAY_MS,
    revokedAt: null,
    revokedReason: null,
    ...NO_TOKENS,
    ...NO_ATTEMPT,
  };
}

/** The session with its first refresh token. */
export function withFirstToken(
  app: Pick<App, "clock" | "secretBox">,
  project: Project,
  session: Session,
): { session: Session; refreshToken: string } {
  const locator = newLocator();
  const refreshToken = newRefreshToken(locator);
  const expiresAt = Math.min(expiryOf(app, project), session.endsAt);
  const tokens = firstToken(storedLocator(app, session, locator), {
    hash: hashToken(refreshToken),
    expiresAt,
  });
  return { session: { ...session, ...tokens }, refreshToken };
}

/** What the session remembers of the attempt that opens it. */
export function ofAttempt(session: Session, refreshToken: string, attempt: OpeningAttempt) {
  return {
    ...session,
    openingAttempt: attempt.hash,
    openingMac: attempt.mac,
    replay: sealFirstToken(attempt.id, session.id, refreshToken),
  };
}
