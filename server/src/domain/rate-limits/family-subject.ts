import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { findRefreshToken } from "../../storage/refresh-tokens.ts";

/** The session of a refresh token. An unknown token is its own subject. */
export async function familySubject(
  app: Pick<App, "db">,
  projectId: string,
  refreshToken: string,
): Promise<string> {
  const hash = hashToken(refreshToken);
  const token = await findRefreshToken(app.db, projectId, hash);
  return `${projectId}\n${token?.sessionId ?? hash}`;
}
