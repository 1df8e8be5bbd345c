import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { openFirstToken } from "../../crypto/replay-box.ts";
import type { Session } from "../../storage/db.ts";
import { findRefreshToken } from "../../storage/refresh-tokens.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";

/**
 * The refresh token that the session was opened with, if this attempt opened it with the same request, the session is
 * live and the token is unused. Undefined in every other case.
 */
export async function firstTokenOf(
  app: Pick<App, "clock" | "db">,
  session: Session,
  attempt: OpeningAttempt,
): Promise<string | undefined> {
  const now = app.clock();
  const { replay } = session;
  if (session.openingAttempt !== attempt.hash || session.openingMac !== attempt.mac) return undefined;
  if (session.revokedAt !== null || session.endsAt <= now) return undefined;
  if (replay === null || session.previousHash !== null) return undefined;
  const token = openFirstToken(attempt.id, session.id, replay);
  return token !== undefined && (await isUnused(app, session, hashToken(token))) ? token : undefined;
}

async function isUnused(app: Pick<App, "clock" | "db">, session: Session, hash: string): Promise<boolean> {
  const now = app.clock();
  if (session.locatorHash !== null) {
    return session.tokenHash === hash && session.tokenExpiresAt !== null && session.tokenExpiresAt > now;
  }
  // A replica of 0.1 may have used it, which knows nothing of attempts.
  const token = await findRefreshToken(app.db, session.projectId, hash);
  return token !== undefined && token.consumedAt === null && token.expiresAt > now;
}
