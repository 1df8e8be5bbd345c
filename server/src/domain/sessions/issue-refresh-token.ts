import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { Session } from "../../storage/db.ts";
import { insertRefreshToken } from "../../storage/refresh-tokens.ts";
import type { Project } from "../projects/project.ts";

const DAY_MS = 86_400_000;

/** Stores the hash of the session's next refresh token, which expires with the session at the latest. */
export async function issueRefreshToken(
  app: Pick<App, "clock" | "db">,
  project: Project,
  session: Pick<Session, "id" | "endsAt">,
  refreshToken: string,
  predecessorHash: string | null,
): Promise<string> {
  const now = app.clock();
  await insertRefreshToken(app.db, {
    hash: hashToken(refreshToken),
    projectId: project.id,
    sessionId: session.id,
    createdAt: now,
    expiresAt: Math.min(now + project.settings.refreshTokenDays * DAY_MS, session.endsAt),
    consumedAt: null,
    attemptHash: null,
    replay: null,
    predecessorHash,
  });
  return refreshToken;
}
