import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { findRefreshToken } from "../../storage/sessions.ts";

/** The session that a refresh token belongs to; a token that we never issued stands for itself. */
export async function familySubject(
  app: Pick<App, "db">,
  projectId: string,
  refreshToken: string,
): Promise<string> {
  const hash = hashToken(refreshToken);
  const token = await findRefreshToken(app.db, projectId, hash);
  return `${projectId}\n${token?.sessionId ?? hash}`;
}
