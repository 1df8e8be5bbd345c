import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { hashLocator, locatorOf } from "../../crypto/refresh-token.ts";
import { findRefreshToken } from "../../storage/refresh-tokens.ts";
import { findLiveSession, findSessionOfLocator } from "../../storage/sessions.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "./device.ts";
import { endSession } from "./end-session.ts";

/** Ends the session of a refresh token, even if the token is used or expired. Ignores an unknown token. */
export async function signOutByRefreshToken(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  refreshToken: string,
  origin: Origin,
): Promise<void> {
  const locator = locatorOf(refreshToken);
  if (!locator) return;
  const session = await findSessionOfLocator(app.db, project.id, hashLocator(locator));
  const sessionId =
    session?.id ?? (await findRefreshToken(app.db, project.id, hashToken(refreshToken)))?.sessionId;
  if (sessionId !== undefined) await signOut(app, project, sessionId, origin);
}

/** Ends one session. Does nothing if it has already ended. */
export async function signOut(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  sessionId: string,
  origin: Origin,
): Promise<void> {
  await transact(app, async (app) => {
    const session = await findLiveSession(app.db, project.id, sessionId, app.clock());
    if (!session || !(await endSession(app, project, sessionId, "signed_out"))) return;
    await recordEvent(app, {
      kind: "user.signed_out",
      projectId: project.id,
      userId: session.userId,
      by: { actor: `user:${session.userId}`, ...origin },
      data: { session_id: sessionId },
    });
  });
}
